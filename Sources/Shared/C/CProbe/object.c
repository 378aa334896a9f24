/// The functions that create named objects in shared memory, interposed for the whole process. Such an object outlives
/// its process, so each one that this process creates is recorded.

#include "probe_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

PROBE_NEXT(shm_open)
PROBE_NEXT(sem_open)

/// The number of times that an object is opened while other processes create and remove it.
#define ATTEMPTS 16

/// Records an object that this process created. The detectors are suspended: the system call is not the plug-in's.
static void record(const char *prefix, const char *name) {
  const int error = errno;
  const probe_thread before = probe_suspend();
  char file[PROBE_OBJECT_NAME];
  while (*name == '/') name++;
  const int length = snprintf(file, sizeof file, "%s%s", prefix, name);
  if (length > 0 && (size_t)length < sizeof file) probe_record_add_object(file);
  probe_resume(before);
  errno = error;
}

/// SAFETY: with O_EXCL, success means that the object is new. Without it, the object is opened as the caller requested if
/// it exists; if it is removed in between, the first attempt is repeated.
PROBE_INTERPOSED int shm_open(const char *name, int flags, mode_t mode) {
  if ((flags & O_CREAT) == 0) return next_shm_open()(name, flags, mode);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    const int descriptor = next_shm_open()(name, flags | O_EXCL, mode);
    if (descriptor >= 0) record("", name);
    if (descriptor >= 0 || errno != EEXIST || (flags & O_EXCL) != 0) return descriptor;
    const int existing = next_shm_open()(name, flags & ~O_CREAT, mode);
    if (existing >= 0 || errno != ENOENT) return existing;
  }
  return next_shm_open()(name, flags, mode);
}

PROBE_INTERPOSED sem_t *sem_open(const char *name, int flags, ...) {
  if ((flags & O_CREAT) == 0) return next_sem_open()(name, flags);
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  const unsigned value = va_arg(arguments, unsigned);
  va_end(arguments);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    sem_t *semaphore = next_sem_open()(name, flags | O_EXCL, mode, value);
    if (semaphore != SEM_FAILED) record("sem.", name);
    if (semaphore != SEM_FAILED || errno != EEXIST || (flags & O_EXCL) != 0) return semaphore;
    semaphore = next_sem_open()(name, 0);
    if (semaphore != SEM_FAILED || errno != ENOENT) return semaphore;
  }
  return next_sem_open()(name, flags, mode, value);
}
