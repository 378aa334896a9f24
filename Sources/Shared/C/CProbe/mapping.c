/// Memory mappings of the plug-in that fail at lv2val's memory limit.

#include "probe_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Notes a mapping of the plug-in that failed for lack of memory.
static void *noted(void *result, size_t size) {
  if (result == MAP_FAILED && errno == ENOMEM && (probe_this_thread.watch & PROBE_WATCH_OWNERSHIP))
    probe_record_note_failed_allocation(size);
  return result;
}

/// SAFETY: makes the system call of the C library's function, with the same arguments.
PROBE_INTERPOSED void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
  return noted((void *)syscall(SYS_mmap, address, size, protection, flags, descriptor, offset), size);
}

PROBE_INTERPOSED void *mmap64(void *address, size_t size, int protection, int flags, int descriptor, off64_t offset) {
  return noted((void *)syscall(SYS_mmap, address, size, protection, flags, descriptor, offset), size);
}
