#include <pthread.h>

#include "probe_internal.h"

__thread probe_thread probe_this_thread;

static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void before_fork(void) {
  probe_ledger_close();
  probe_buffers_close();
}

static void after_fork(void) {
  probe_buffers_reopen();
  probe_ledger_reopen();
}

static void prepare(void) {
  // Whoever is forked has the forking thread alone: what another one holds there is never given back. Registered before
  // a plug-in's own handlers, these keep the locks while none of those runs.
  pthread_atfork(before_fork, after_fork, after_fork);
  // The first backtrace loads libgcc_s, which allocates and locks.
  void *frames[PROBE_MAXIMUM_FRAMES];
  probe_stack_capture(frames, NULL);
  probe_syscall_prepare();
}

void probe_watch_prepare(void) { pthread_once(&prepared, prepare); }

void probe_watch_begin(probe_watch what) { probe_watch_leave_host(what); }

probe_watch probe_watch_current(void) { return (probe_watch)probe_this_thread.watch; }

probe_watch probe_watch_end(void) {
  probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
  const uint32_t watch = probe_this_thread.watch;
  probe_this_thread.watch = 0;
  return (probe_watch)watch;
}

void probe_watch_leave_host(uint32_t what) {
  const bool trap = (what & PROBE_WATCH_SYSCALLS) != 0 && probe_syscall_arm();
  // Without the trap a plug-in changes the mask of signals unseen.
  if (!trap) probe_this_thread.unblocked = false;
  probe_this_thread.watch = what;
  probe_this_thread.selector = trap ? PROBE_SELECTOR_BLOCK : PROBE_SELECTOR_ALLOW;
}

uint32_t probe_watch_enter_host(uint64_t code, uint64_t detail) {
  const uint32_t what = probe_watch_end();
  if (what & PROBE_WATCH_HOST_CALLS)
    probe_event_record(PROBE_EVENT_HOST_CALL, code, detail, __builtin_return_address(0));
  return what;
}

void probe_watch_tell_host(uint32_t what, uint64_t code, uint64_t detail) {
  if (what & PROBE_WATCH_HOST_CALLS)
    probe_event_record(PROBE_EVENT_HOST_CALL, code, detail, __builtin_return_address(0));
}
