/// The creation of threads, interposed to identify the threads of the plug-in.

#include "probe_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <threads.h>
#include <unistd.h>

/// The threads of the plug-in. Threads beyond this capacity are ignored.
static struct {
  /// The kernel's thread id; 0 for an unused entry.
  atomic_int number;
  /// The result of `probe_thread_code`.
  _Atomic(const void *) code;
} plugin_threads[256];

#define THREADS (sizeof plugin_threads / sizeof *plugin_threads)

/// The number of entries that were ever used: those behind them need no search.
static atomic_size_t used;

/// The number of created threads that have not started yet.
static atomic_int starting;

/// Replaces one entry with the thread id `former`.
static void replace(int former, int number, const void *code) {
  for (size_t place = 0; place < THREADS; place++) {
    int expected = former;
    if (!atomic_compare_exchange_strong(&plugin_threads[place].number, &expected, number)) continue;
    atomic_store(&plugin_threads[place].code, code);
    size_t known = atomic_load(&used);
    while (known <= place && !atomic_compare_exchange_weak(&used, &known, place + 1)) {}
    return;
  }
}

/// The start routine of a new thread of the plug-in.
typedef struct start {
  union {
    void *(*posix)(void *);
    thrd_start_t standard;
  } routine;
  void *argument;
  const void *code;
} start;

/// The code that identifies a thread. The C++ library starts every std::thread with the same routine, which calls a
/// virtual function of the argument. The first word of the argument is the address of its virtual table.
static const void *code_of(void *routine, void *argument) {
  // Unlike dladdr(), _dl_find_object() takes no lock.
  struct dl_find_object image;
  const bool is_standard = argument != NULL && _dl_find_object(routine, &image) == 0 &&
                           strstr(image.dlfo_link_map->l_name, "/libstdc++.so") != NULL;
  return is_standard ? *(const void **)argument : routine;
}

/// Registers the new thread and returns its start routine.
static start register_thread(void *memory) {
  const start thread = *(start *)memory;
  __libc_free(memory);
  replace(0, gettid(), thread.code);
  atomic_fetch_sub(&starting, 1);
  probe_this_thread.watch = PROBE_WATCH_OWNERSHIP;
  return thread;
}

static void *begin_posix(void *memory) {
  const start thread = register_thread(memory);
  return thread.routine.posix(thread.argument);
}

static int begin_standard(void *memory) {
  const start thread = register_thread(memory);
  return thread.routine.standard(thread.argument);
}

/// Whether a thread is blocked or ended.
static bool is_idle(int number) {
  char text[512];
  snprintf(text, sizeof text, "/proc/self/task/%d/stat", number);
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  text[size < 0 ? 0 : size] = 0;
  // The state follows the name of the thread, which can contain any character but is closed by the last parenthesis.
  const char *end = strrchr(text, ')');
  if (end != NULL && end[1] == ' ') return strchr("RD", end[2]) == NULL;
  replace(number, 0, NULL);
  return true;
}

static bool are_idle(void) {
  if (atomic_load(&starting) > 0) return false;
  const size_t count = atomic_load_explicit(&used, memory_order_relaxed);
  for (size_t place = 0; place < count; place++) {
    const int number = atomic_load_explicit(&plugin_threads[place].number, memory_order_relaxed);
    if (number != 0 && !is_idle(number)) return false;
  }
  return true;
}

bool probe_threads_wait(uint32_t milliseconds) {
  if (are_idle()) return true;
  const struct timespec pause = {0, 50000};
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  while (!are_idle()) {
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

// The detectors are suspended during the creation: the C library keeps a thread's stack and its data for later threads.

/// Announces a thread of the plug-in. Returns the argument for begin_posix() or begin_standard(), or NULL.
static start *announce(start thread, void *routine) {
  start *memory = __libc_malloc(sizeof *memory);
  if (memory == NULL) return NULL;
  *memory = thread;
  memory->code = code_of(routine, thread.argument);
  atomic_fetch_add(&starting, 1);
  return memory;
}

/// Ends an announced thread that was not created.
static void cancel(start *thread) {
  atomic_fetch_sub(&starting, 1);
  __libc_free(thread);
}

PROBE_INTERPOSED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                                    void *argument) {
  __typeof__(&pthread_create) forward = next_pthread_create();
  if ((probe_this_thread.watch & PROBE_WATCH_OWNERSHIP) == 0) return forward(thread, attributes, routine, argument);
  const probe_thread before = probe_suspend();
  start *memory = announce((start){.routine.posix = routine, .argument = argument}, (void *)routine);
  const int outcome = memory == NULL ? EAGAIN : forward(thread, attributes, begin_posix, memory);
  if (memory != NULL && outcome != 0) cancel(memory);
  probe_resume(before);
  return outcome;
}

PROBE_INTERPOSED int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument) {
  __typeof__(&thrd_create) forward = next_thrd_create();
  if ((probe_this_thread.watch & PROBE_WATCH_OWNERSHIP) == 0) return forward(thread, routine, argument);
  const probe_thread before = probe_suspend();
  start *memory = announce((start){.routine.standard = routine, .argument = argument}, (void *)routine);
  const int outcome = memory == NULL ? thrd_nomem : forward(thread, begin_standard, memory);
  if (memory != NULL && outcome != thrd_success) cancel(memory);
  probe_resume(before);
  return outcome;
}

uint64_t probe_thread_switches(void) {
  struct rusage usage = {0};
  getrusage(RUSAGE_THREAD, &usage);
  return (uint64_t)usage.ru_nivcsw;
}
