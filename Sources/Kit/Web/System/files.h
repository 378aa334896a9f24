// The files of a module: those that the user of the page has chosen. They are in memory, and can be read only.
#pragma once
#include <stddef.h>

struct memory_file {
  const struct memory_file *next;
  const char *path;
  const unsigned char *bytes;
  size_t size;
};

/// Returns the file with a path, or NULL.
const struct memory_file *lv2kit_find_file(const char *path);
