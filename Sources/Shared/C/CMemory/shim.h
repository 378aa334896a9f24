// mmap, and a memory file for MirroredMemory.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Returns the descriptor of a new memory file, or -1. The function memfd_create() would require glibc 2.27.
static inline int create_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC);
}
