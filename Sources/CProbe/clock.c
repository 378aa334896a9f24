/// The functions that tell the time of day, interposed for the whole process.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "probe_internal.h"

/// Seconds by which the time of day is ahead.
static atomic_llong ahead;

/// The C library's clock_gettime, which asks the kernel's page of data, once it is known.
static int (*clock_of_libc)(clockid_t clock, struct timespec *time);

__attribute__((constructor)) static void resolve(void) {
  clock_of_libc = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

void probe_clock_advance(uint32_t seconds) { atomic_fetch_add(&ahead, seconds); }

PROBE_INTERPOSED int clock_gettime(clockid_t clock, struct timespec *time) {
  const int result = clock_of_libc == NULL ? (int)syscall(SYS_clock_gettime, clock, time) : clock_of_libc(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI))
    time->tv_sec += atomic_load_explicit(&ahead, memory_order_relaxed);
  return result;
}

PROBE_INTERPOSED int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  // volatile, for the header's declaration says that it is never NULL, which the compiler would believe.
  struct timeval *volatile place = now;
  if (place != NULL) *place = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
  return 0;
}

PROBE_INTERPOSED time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}

PROBE_INTERPOSED int timespec_get(struct timespec *time, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}
