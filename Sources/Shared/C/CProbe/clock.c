/// The functions that return the time of day, interposed for the whole process.

#include "probe_internal.h"

#include <sys/time.h>

/// The seconds that are added to the time of day.
static atomic_llong advance;

PROBE_NEXT(clock_gettime)
PROBE_NEXT(clock_nanosleep)

void probe_clock_advance(uint32_t seconds) { atomic_fetch_add(&advance, seconds); }

const struct timespec *probe_clock_deadline(const struct timespec *deadline, struct timespec *storage) {
  const long long seconds = atomic_load_explicit(&advance, memory_order_relaxed);
  if (seconds == 0 || deadline == NULL) return deadline;
  struct timespec now;
  next_clock_gettime()(CLOCK_REALTIME, &now);
  if (deadline->tv_sec <= now.tv_sec + seconds / 2) return deadline;
  *storage = (struct timespec){deadline->tv_sec - seconds, deadline->tv_nsec};
  return storage;
}

PROBE_INTERPOSED int clock_gettime(clockid_t clock, struct timespec *time) {
  const int result = next_clock_gettime()(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI))
    time->tv_sec += atomic_load_explicit(&advance, memory_order_relaxed);
  return result;
}

PROBE_INTERPOSED int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  struct timespec storage;
  if (flags & TIMER_ABSTIME) time = probe_clock_deadline(time, &storage);
  return next_clock_nanosleep()(clock, flags, time, rest);
}

PROBE_INTERPOSED int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  if (zone != NULL) *(struct timezone *)zone = (struct timezone){0, 0};
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  // The header declares the parameter as nonnull. volatile keeps the compiler from removing the test.
  struct timeval *volatile result = now;
  if (result != NULL) *result = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
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
