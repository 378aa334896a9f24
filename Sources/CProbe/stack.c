#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>

#include "probe_internal.h"

/// Frames of CProbe itself, and of a signal's delivery, that can stand before the caller's.
#define OWN_FRAMES 8

bool probe_stack_is_own(const void *address) {
  struct dl_find_object here;
  if (_dl_find_object((void *)probe_stack_is_own, &here) != 0) return false;
  return address >= here.dlfo_map_start && address < here.dlfo_map_end;
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
