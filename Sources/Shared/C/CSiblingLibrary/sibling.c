#ifndef __wasm__
#define _GNU_SOURCE
#include "sibling.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "function.h"

void *open_sibling(const char *suffix, int flags) {
  static const char place_in_library;
  __typeof__(dladdr) *const describe = find_function("dladdr");
  __typeof__(dlopen) *const open = find_function("dlopen");
  Dl_info self;
  char path[PATH_MAX];
  if (!describe || !open || !describe(&place_in_library, &self) || !self.dli_fname) return NULL;
  const char *end = strrchr(self.dli_fname, '.');
  if (!end) return NULL;
  if (end - self.dli_fname > 3 && memcmp(end - 3, "-v3", 3) == 0) end -= 3;
  const int length = snprintf(path, sizeof path, "%.*s%s", (int)(end - self.dli_fname), self.dli_fname, suffix);
  return length > 0 && (size_t)length < sizeof path ? open(path, RTLD_NOW | RTLD_LOCAL | flags) : NULL;
}

#endif
