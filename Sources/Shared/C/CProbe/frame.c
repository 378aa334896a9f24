/// Capture of the stack, and resolution of its addresses to files.

#include "probe_internal.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/// The largest number of frames of CProbe and of a signal delivery before the caller's frame.
#define OWN_FRAMES 8

/// The longest line of /proc/self/maps: a path and the fields before it.
#define LINE_BYTES (PROBE_PATH_BYTES + 128)

bool probe_stack_is_own(const void *address) {
  struct dl_find_object own;
  if (_dl_find_object((void *)probe_stack_is_own, &own) != 0) return false;
  return address >= own.dlfo_map_start && address < own.dlfo_map_end;
}

int32_t probe_stack_caller(void **frames, const void *caller) {
  if (caller == NULL) return 0;
  frames[0] = (char *)caller - 1;
  return 1;
}

int32_t probe_stack_capture(void **frames, const void *caller) {
  void *stack[PROBE_MAXIMUM_FRAMES + OWN_FRAMES];
  const int depth = backtrace(stack, PROBE_MAXIMUM_FRAMES + OWN_FRAMES);
  int first = 0;
  while (first < depth && stack[first] != caller) first++;
  if (first == depth) return probe_stack_caller(frames, caller);
  int32_t count = 0;
  for (int index = first; index < depth && count < PROBE_MAXIMUM_FRAMES; index++)
    frames[count++] = (char *)stack[index] - 1;
  return count;
}

/// One line of /proc/self/maps.
typedef struct mapping {
  uint64_t begin;
  uint64_t end;
  uint64_t offset;
  bool is_code;
  const char *path;
} mapping;

static const char *parse_hexadecimal(const char *text, uint64_t *value) {
  *value = 0;
  for (;; text++) {
    const char digit = *text;
    if (digit >= '0' && digit <= '9') *value = *value << 4 | (uint64_t)(digit - '0');
    else if (digit >= 'a' && digit <= 'f') *value = *value << 4 | (uint64_t)(digit - 'a' + 10);
    else return text;
  }
}

/// Skips `count` fields and the spaces after each.
static const char *skip_fields(const char *text, int count) {
  while (count-- > 0) {
    while (*text != ' ' && *text != '\0') text++;
    while (*text == ' ') text++;
  }
  return text;
}

/// Parses "begin-end access offset device inode path".
static mapping parse_line(const char *line) {
  mapping result;
  line = parse_hexadecimal(line, &result.begin);
  if (*line == '-') line++;
  line = parse_hexadecimal(line, &result.end);
  line = skip_fields(line, 1);
  // The access, such as "r-xp".
  result.is_code = line[0] != '\0' && line[1] != '\0' && line[2] == 'x';
  line = skip_fields(line, 1);
  line = parse_hexadecimal(line, &result.offset);
  result.path = skip_fields(line, 3);
  return result;
}

/// The file whose mappings are being read.
typedef struct image {
  uint64_t base;
  /// The end of its last mapping.
  uint64_t end;
  char path[PROBE_PATH_BYTES];
} image;

/// Moves `image` to the file of a mapping.
///
/// A mapping of the start of a file is usually the first one. lld however lets a segment with code begin in the page of the file in which
/// the first segment ends, so that a second mapping of this page follows the first one.
static void follow(image *image, const mapping *entry) {
  const bool continues = entry->is_code && entry->begin == image->end
    && strncmp(entry->path, image->path, sizeof image->path - 1) == 0;
  image->end = entry->end;
  if (entry->offset != 0 || continues) return;
  image->base = entry->begin;
  memset(image->path, 0, sizeof image->path);
  memcpy(image->path, entry->path, strnlen(entry->path, sizeof image->path - 1));
}

/// Writes the file of a mapping to the frames in its address range. `base` is the load address of the file.
static void apply(const mapping *entry, uint64_t base, size_t count, probe_frame *frames) {
  for (size_t index = 0; index < count; index++) {
    probe_frame *frame = &frames[index];
    if (frame->address < entry->begin || frame->address >= entry->end || entry->path[0] != '/') continue;
    frame->offset = frame->address - base;
    memcpy(frame->module, entry->path, strnlen(entry->path, sizeof frame->module - 1));
  }
}

void probe_frame_resolve(void *const *addresses, size_t count, probe_frame *frames) {
  memset(frames, 0, count * sizeof *frames);
  for (size_t index = 0; index < count; index++) frames[index].address = (uintptr_t)addresses[index];
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char line[LINE_BYTES];
  char input[LINE_BYTES];
  size_t length = 0;
  image image = {0};
  ssize_t bytes;
  while ((bytes = read(file, input, sizeof input)) > 0) {
    for (ssize_t index = 0; index < bytes; index++) {
      if (input[index] != '\n') {
        if (length < sizeof line - 1) line[length++] = input[index];
        continue;
      }
      line[length] = '\0';
      length = 0;
      const mapping entry = parse_line(line);
      follow(&image, &entry);
      apply(&entry, image.base, count, frames);
    }
  }
  close(file);
}

const char *probe_frame_module(const probe_frame *frame) { return frame->module; }
