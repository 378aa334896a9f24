/// Arming of the detectors, and preparation of the process.

#include "probe_internal.h"

#include <dlfcn.h>
#include <pthread.h>

__thread probe_thread probe_this_thread;

static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void before_fork(void) {
  probe_ledger_lock();
  probe_buffers_lock();
}

static void after_fork(void) {
  probe_buffers_unlock();
  probe_ledger_unlock();
}

static void prepare(void) {
  // A child process contains only the forking thread, so locks of other threads would never be released there. These
  // handlers are registered before those of the plug-in, so the locks are not held while the plug-in's handlers run.
  pthread_atfork(before_fork, after_fork, after_fork);
  // The first backtrace() loads libgcc_s, which allocates and locks.
  void *frames[PROBE_MAXIMUM_FRAMES];
  probe_stack_capture(frames, NULL);
  probe_syscall_prepare();
}

void probe_watch_prepare(void) { pthread_once(&prepared, prepare); }

probe_watch probe_watch_end(void) {
  probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
  const uint32_t watch = probe_this_thread.watch;
  probe_this_thread.watch = 0;
  return (probe_watch)watch;
}

void probe_watch_begin(probe_watch what) {
  const bool trap = (what & PROBE_WATCH_SYSCALLS) != 0 && probe_syscall_arm();
  // Without the trap, a change of the signal mask is not seen.
  if (!trap) probe_this_thread.unblocked = false;
  probe_this_thread.watch = what;
  probe_this_thread.selector = trap ? PROBE_SELECTOR_BLOCK : PROBE_SELECTOR_ALLOW;
}

void probe_watch_record_host(probe_watch what, uint64_t code, uint64_t detail) {
  if (what & PROBE_WATCH_HOST_CALLS)
    probe_event_record(PROBE_EVENT_HOST_CALL, code, detail, __builtin_return_address(0));
}

void *probe_next_definition(_Atomic(void *) *known, const char *name) {
  void *function = atomic_load_explicit(known, memory_order_acquire);
  if (function == NULL) {
    function = dlsym(RTLD_NEXT, name);
    atomic_store_explicit(known, function, memory_order_release);
  }
  return function;
}
