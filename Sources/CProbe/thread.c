/// Creation of threads, interposed so that a thread made by the plug-in is known to be the plug-in's.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "probe_internal.h"

/// The plug-in's threads. More than these are not waited for.
static struct {
  /// The kernel's; 0 where there is none.
  atomic_int number;
  /// As `probe_thread_code` tells it.
  _Atomic(const void *) code;
} plugin_threads[256];

#define THREADS (sizeof plugin_threads / sizeof *plugin_threads)

/// Threads that are made and have no number yet.
static atomic_int unborn;

/// Puts `number` in the place of `former`, once.
static void enter(int former, int number, const void *code) {
  for (size_t place = 0; place < THREADS; place++) {
    int expected = former;
    if (!atomic_compare_exchange_strong(&plugin_threads[place].number, &expected, number)) continue;
    atomic_store(&plugin_threads[place].code, code);
    return;
  }
}

// The thread's stack and its bookkeeping are the C library's, which keeps them for the next thread: the detectors are
// quiet while it makes them.

/// What a new thread of the plug-in is to do.
typedef struct start {
  union {
    void *(*posix)(void *);
    thrd_start_t standard;
  } routine;
  void *argument;
  const void *code;
} start;

/// Where the code of a thread begins. The C++ library starts every std::thread with a routine of its own, which calls a
/// virtual function of the argument: the argument begins with the address of the table of those.
static const void *code_of(void *routine, void *argument) {
  // Unlike dladdr() it takes no lock of the loader's.
  struct dl_find_object image;
  const bool is_standard = argument != NULL && _dl_find_object(routine, &image) == 0 &&
                           strstr(image.dlfo_link_map->l_name, "/libstdc++.so") != NULL;
  return is_standard ? *(const void **)argument : routine;
}

static start take(void *memory) {
  const start what = *(start *)memory;
  __libc_free(memory);
  enter(0, gettid(), what.code);
  atomic_fetch_sub(&unborn, 1);
  probe_this_thread.watch = PROBE_WATCH_OWNERSHIP;
  return what;
}

/// Of a thread that could not be made.
static void give_up(start *what) {
  atomic_fetch_sub(&unborn, 1);
  __libc_free(what);
}

static void *begin_posix(void *memory) {
  const start what = take(memory);
  return what.routine.posix(what.argument);
}

static int begin_standard(void *memory) {
  const start what = take(memory);
  return what.routine.standard(what.argument);
}

/// Whether the kernel has nothing to do for a thread, for it waits, or is no more.
static bool is_asleep(int number) {
  char text[512];
  snprintf(text, sizeof text, "/proc/self/task/%d/stat", number);
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[size < 0 ? 0 : size] = 0;
  // The name of the thread before its state may hold anything.
  const char *end = strrchr(text, ')');
  if (end != NULL && end[1] == ' ') return strchr("RD", end[2]) == NULL;
  enter(number, 0, NULL);
  return true;
}

static bool are_asleep(void) {
  if (atomic_load(&unborn) > 0) return false;
  for (size_t place = 0; place < THREADS; place++) {
    const int number = atomic_load_explicit(&plugin_threads[place].number, memory_order_relaxed);
    if (number != 0 && !is_asleep(number)) return false;
  }
  return true;
}

bool probe_threads_rest(uint32_t milliseconds) {
  const struct timespec pause = {0, 50000};
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  while (!are_asleep()) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    if ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 >= milliseconds) return false;
    nanosleep(&pause, NULL);
  }
  return true;
}

const void *probe_thread_code(int number) {
  for (size_t place = 0; place < THREADS; place++)
    if (atomic_load(&plugin_threads[place].number) == number) return atomic_load(&plugin_threads[place].code);
  return NULL;
}

PROBE_NEXT(pthread_create)
PROBE_NEXT(thrd_create)

PROBE_INTERPOSED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                                    void *argument) {
  int (*const forward)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))next_pthread_create();
  if ((probe_this_thread.watch & PROBE_WATCH_OWNERSHIP) == 0) return forward(thread, attributes, routine, argument);
  start *what = __libc_malloc(sizeof *what);
  if (what == NULL) return EAGAIN;
  *what = (start){.routine.posix = routine, .argument = argument};
  atomic_fetch_add(&unborn, 1);
  const probe_thread before = probe_quiet();
  what->code = code_of((void *)routine, argument);
  const int outcome = forward(thread, attributes, begin_posix, what);
  probe_unquiet(before);
  if (outcome != 0) give_up(what);
  return outcome;
}

PROBE_INTERPOSED int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument) {
  int (*const forward)(thrd_t *, thrd_start_t, void *) =
      (int (*)(thrd_t *, thrd_start_t, void *))next_thrd_create();
  if ((probe_this_thread.watch & PROBE_WATCH_OWNERSHIP) == 0) return forward(thread, routine, argument);
  start *what = __libc_malloc(sizeof *what);
  if (what == NULL) return thrd_nomem;
  *what = (start){.routine.standard = routine, .argument = argument};
  atomic_fetch_add(&unborn, 1);
  const probe_thread before = probe_quiet();
  what->code = code_of((void *)routine, argument);
  const int outcome = forward(thread, begin_standard, what);
  probe_unquiet(before);
  if (outcome != thrd_success) give_up(what);
  return outcome;
}
