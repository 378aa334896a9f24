/// The calls that can block on another thread, interposed for the whole process. The try variants are not interposed.
///
/// SAFETY: each function forwards to the C library's function of the same name with the same arguments. Only deadlines
/// are converted if the time of day is advanced. glibc's C11 functions do not call the POSIX ones, so both are here.

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "probe_internal.h"

/// Defines an interposer that records the event and forwards.
#define INTERPOSE(event, result, name, object, parameters, arguments) \
  PROBE_NEXT(name) \
  PROBE_INTERPOSED result name parameters { \
    if (__builtin_expect(probe_this_thread.watch & PROBE_WATCH_LOCKS, 0)) \
      probe_event_record(event, (uintptr_t)object, (uintptr_t)#name, __builtin_return_address(0)); \
    const probe_thread before = probe_suspend(); \
    result(*forward) parameters = (result(*) parameters)next_##name(); \
    const result outcome = forward arguments; \
    probe_resume(before); \
    return outcome; \
  }

typedef const struct timespec *deadline;

/// The converted deadline of the parameter `until`.
#define TRUE_UNTIL probe_clock_deadline(until, &(struct timespec){0})

INTERPOSE(PROBE_EVENT_MUTEX_LOCK, int, pthread_mutex_lock, mutex, (pthread_mutex_t * mutex), (mutex))
INTERPOSE(PROBE_EVENT_MUTEX_LOCK, int, pthread_mutex_timedlock, mutex, (pthread_mutex_t * mutex, deadline until),
          (mutex, TRUE_UNTIL))
INTERPOSE(PROBE_EVENT_MUTEX_LOCK, int, pthread_mutex_clocklock, mutex,
          (pthread_mutex_t * mutex, clockid_t clock, deadline until), (mutex, clock, TRUE_UNTIL))
INTERPOSE(PROBE_EVENT_MUTEX_LOCK, int, mtx_lock, mutex, (mtx_t * mutex), (mutex))
INTERPOSE(PROBE_EVENT_MUTEX_LOCK, int, mtx_timedlock, mutex, (mtx_t * mutex, deadline until), (mutex, TRUE_UNTIL))

INTERPOSE(PROBE_EVENT_MUTEX_LOCK, int, pthread_spin_lock, lock, (pthread_spinlock_t * lock), (lock))

INTERPOSE(PROBE_EVENT_CONDITION_WAIT, int, pthread_cond_wait, condition,
          (pthread_cond_t * condition, pthread_mutex_t *mutex), (condition, mutex))
INTERPOSE(PROBE_EVENT_CONDITION_WAIT, int, pthread_cond_timedwait, condition,
          (pthread_cond_t * condition, pthread_mutex_t *mutex, deadline until), (condition, mutex, TRUE_UNTIL))
INTERPOSE(PROBE_EVENT_CONDITION_WAIT, int, pthread_cond_clockwait, condition,
          (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock, deadline until),
          (condition, mutex, clock, TRUE_UNTIL))
INTERPOSE(PROBE_EVENT_CONDITION_WAIT, int, cnd_wait, condition, (cnd_t * condition, mtx_t *mutex), (condition, mutex))
INTERPOSE(PROBE_EVENT_CONDITION_WAIT, int, cnd_timedwait, condition,
          (cnd_t * condition, mtx_t *mutex, deadline until), (condition, mutex, TRUE_UNTIL))

INTERPOSE(PROBE_EVENT_RWLOCK_LOCK, int, pthread_rwlock_rdlock, lock, (pthread_rwlock_t * lock), (lock))
INTERPOSE(PROBE_EVENT_RWLOCK_LOCK, int, pthread_rwlock_wrlock, lock, (pthread_rwlock_t * lock), (lock))
INTERPOSE(PROBE_EVENT_RWLOCK_LOCK, int, pthread_rwlock_timedrdlock, lock, (pthread_rwlock_t * lock, deadline until),
          (lock, TRUE_UNTIL))
INTERPOSE(PROBE_EVENT_RWLOCK_LOCK, int, pthread_rwlock_timedwrlock, lock, (pthread_rwlock_t * lock, deadline until),
          (lock, TRUE_UNTIL))
INTERPOSE(PROBE_EVENT_RWLOCK_LOCK, int, pthread_rwlock_clockrdlock, lock,
          (pthread_rwlock_t * lock, clockid_t clock, deadline until), (lock, clock, TRUE_UNTIL))
INTERPOSE(PROBE_EVENT_RWLOCK_LOCK, int, pthread_rwlock_clockwrlock, lock,
          (pthread_rwlock_t * lock, clockid_t clock, deadline until), (lock, clock, TRUE_UNTIL))

INTERPOSE(PROBE_EVENT_SEMAPHORE_WAIT, int, sem_wait, semaphore, (sem_t * semaphore), (semaphore))
INTERPOSE(PROBE_EVENT_SEMAPHORE_WAIT, int, sem_timedwait, semaphore, (sem_t * semaphore, deadline until),
          (semaphore, TRUE_UNTIL))
INTERPOSE(PROBE_EVENT_SEMAPHORE_WAIT, int, sem_clockwait, semaphore,
          (sem_t * semaphore, clockid_t clock, deadline until), (semaphore, clock, TRUE_UNTIL))

INTERPOSE(PROBE_EVENT_BARRIER_WAIT, int, pthread_barrier_wait, barrier, (pthread_barrier_t * barrier), (barrier))
INTERPOSE(PROBE_EVENT_THREAD_JOIN, int, pthread_join, thread, (pthread_t thread, void **value), (thread, value))
INTERPOSE(PROBE_EVENT_THREAD_JOIN, int, thrd_join, thread, (thrd_t thread, int *value), (thread, value))
