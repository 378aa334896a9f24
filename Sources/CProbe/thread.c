/// Creation of threads, interposed so that a thread made by the plug-in is known to be the plug-in's.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "probe_internal.h"

// The thread's stack and its bookkeeping are the C library's, which keeps them for the next thread: the detectors are
// quiet while it makes them.

/// What a new thread of the plug-in is to do.
typedef struct start {
  union {
    void *(*posix)(void *);
    thrd_start_t standard;
  } routine;
  void *argument;
} start;

static start take(void *memory) {
  const start what = *(start *)memory;
  __libc_free(memory);
  probe_this_thread.watch = PROBE_WATCH_OWNERSHIP;
  return what;
}

static void *begin_posix(void *memory) {
  const start what = take(memory);
  return what.routine.posix(what.argument);
}

static int begin_standard(void *memory) {
  const start what = take(memory);
  return what.routine.standard(what.argument);
}

PROBE_INTERPOSED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                                    void *argument) {
  int (*const forward)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
  if ((probe_this_thread.watch & PROBE_WATCH_OWNERSHIP) == 0) return forward(thread, attributes, routine, argument);
  start *what = __libc_malloc(sizeof *what);
  if (what == NULL) return EAGAIN;
  *what = (start){.routine.posix = routine, .argument = argument};
  const probe_thread before = probe_quiet();
  const int outcome = forward(thread, attributes, begin_posix, what);
  probe_unquiet(before);
  if (outcome != 0) __libc_free(what);
  return outcome;
}

PROBE_INTERPOSED int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument) {
  int (*const forward)(thrd_t *, thrd_start_t, void *) =
      (int (*)(thrd_t *, thrd_start_t, void *))dlsym(RTLD_NEXT, "thrd_create");
  if ((probe_this_thread.watch & PROBE_WATCH_OWNERSHIP) == 0) return forward(thread, routine, argument);
  start *what = __libc_malloc(sizeof *what);
  if (what == NULL) return thrd_nomem;
  *what = (start){.routine.standard = routine, .argument = argument};
  const probe_thread before = probe_quiet();
  const int outcome = forward(thread, begin_standard, what);
  probe_unquiet(before);
  if (outcome != thrd_success) __libc_free(what);
  return outcome;
}
