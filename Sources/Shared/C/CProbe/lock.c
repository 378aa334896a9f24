/// The calls that can block on another thread, interposed for the whole process. The try variants are not interposed.
///
/// SAFETY: each function forwards to the C library's function of the same name with the same arguments. Only deadlines
/// are converted if the time of day is advanced. glibc's C11 functions do not call the POSIX ones, so both are here.

#include "probe_internal.h"

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

/// Defines an interposer that records the event and forwards. The functions return int.
#define INTERPOSE(event, name, object, parameters, arguments) \
  PROBE_NEXT(name) \
  PROBE_INTERPOSED int name parameters { \
    if (__builtin_expect(probe_this_thread.watch & PROBE_WATCH_LOCKS, 0)) \
      probe_event_record(PROBE_EVENT_##event, (uintptr_t)object, (uintptr_t)#name, __builtin_return_address(0)); \
    const probe_thread before = probe_suspend(); \
    const int outcome = next_##name() arguments; \
    probe_resume(before); \
    return outcome; \
  }

typedef const struct timespec *deadline;

/// The converted deadline of the parameter `until`.
#define TRUE_UNTIL probe_clock_deadline(until, &(struct timespec){0})

INTERPOSE(MUTEX_LOCK, pthread_mutex_lock, mutex, (pthread_mutex_t * mutex), (mutex))
INTERPOSE(MUTEX_LOCK, pthread_mutex_timedlock, mutex, (pthread_mutex_t * mutex, deadline until), (mutex, TRUE_UNTIL))
INTERPOSE(MUTEX_LOCK, pthread_mutex_clocklock, mutex, (pthread_mutex_t * mutex, clockid_t clock, deadline until),
          (mutex, clock, TRUE_UNTIL))
INTERPOSE(MUTEX_LOCK, mtx_lock, mutex, (mtx_t * mutex), (mutex))
INTERPOSE(MUTEX_LOCK, mtx_timedlock, mutex, (mtx_t * mutex, deadline until), (mutex, TRUE_UNTIL))

INTERPOSE(MUTEX_LOCK, pthread_spin_lock, lock, (pthread_spinlock_t * lock), (lock))

INTERPOSE(CONDITION_WAIT, pthread_cond_wait, condition, (pthread_cond_t * condition, pthread_mutex_t *mutex),
          (condition, mutex))
INTERPOSE(CONDITION_WAIT, pthread_cond_timedwait, condition,
          (pthread_cond_t * condition, pthread_mutex_t *mutex, deadline until), (condition, mutex, TRUE_UNTIL))
INTERPOSE(CONDITION_WAIT, pthread_cond_clockwait, condition,
          (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock, deadline until),
          (condition, mutex, clock, TRUE_UNTIL))
INTERPOSE(CONDITION_WAIT, cnd_wait, condition, (cnd_t * condition, mtx_t *mutex), (condition, mutex))
INTERPOSE(CONDITION_WAIT, cnd_timedwait, condition, (cnd_t * condition, mtx_t *mutex, deadline until),
          (condition, mutex, TRUE_UNTIL))

INTERPOSE(RWLOCK_LOCK, pthread_rwlock_rdlock, lock, (pthread_rwlock_t * lock), (lock))
INTERPOSE(RWLOCK_LOCK, pthread_rwlock_wrlock, lock, (pthread_rwlock_t * lock), (lock))
INTERPOSE(RWLOCK_LOCK, pthread_rwlock_timedrdlock, lock, (pthread_rwlock_t * lock, deadline until), (lock, TRUE_UNTIL))
INTERPOSE(RWLOCK_LOCK, pthread_rwlock_timedwrlock, lock, (pthread_rwlock_t * lock, deadline until), (lock, TRUE_UNTIL))
INTERPOSE(RWLOCK_LOCK, pthread_rwlock_clockrdlock, lock, (pthread_rwlock_t * lock, clockid_t clock, deadline until),
          (lock, clock, TRUE_UNTIL))
INTERPOSE(RWLOCK_LOCK, pthread_rwlock_clockwrlock, lock, (pthread_rwlock_t * lock, clockid_t clock, deadline until),
          (lock, clock, TRUE_UNTIL))

INTERPOSE(SEMAPHORE_WAIT, sem_wait, semaphore, (sem_t * semaphore), (semaphore))
INTERPOSE(SEMAPHORE_WAIT, sem_timedwait, semaphore, (sem_t * semaphore, deadline until), (semaphore, TRUE_UNTIL))
INTERPOSE(SEMAPHORE_WAIT, sem_clockwait, semaphore, (sem_t * semaphore, clockid_t clock, deadline until),
          (semaphore, clock, TRUE_UNTIL))

INTERPOSE(BARRIER_WAIT, pthread_barrier_wait, barrier, (pthread_barrier_t * barrier), (barrier))
INTERPOSE(THREAD_JOIN, pthread_join, thread, (pthread_t thread, void **value), (thread, value))
INTERPOSE(THREAD_JOIN, thrd_join, thread, (thrd_t thread, int *value), (thread, value))
