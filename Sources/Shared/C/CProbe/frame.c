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
  line = skip_fields(line, 2);
  line = parse_hexadecimal(line, &result.offset);
  result.path = skip_fields(line, 3);
  return result;
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
  uint64_t base = 0;
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
      if (entry.offset == 0) base = entry.begin;
      apply(&entry, base, count, frames);
    }
  }
  close(file);
}

const char *probe_frame_module(const probe_frame *frame) { return frame->module; }
