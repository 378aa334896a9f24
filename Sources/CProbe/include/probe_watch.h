/// Arming: which detectors listen to the calling thread.
///
/// All state is of the calling thread, so other threads of the host are never recorded. A thread that is created
/// while its creator watches `PROBE_WATCH_OWNERSHIP` belongs to the plug-in and inherits that flag alone.
#ifndef PROBE_WATCH_H
#define PROBE_WATCH_H

#include "probe_base.h"

PROBE_OPTIONS(probe_watch) {
  /// Record every call of the heap's functions.
  PROBE_WATCH_HEAP PROBE_SWIFT(heap) = 1,
  /// Record every call that may block on a lock, a condition or a semaphore.
  PROBE_WATCH_LOCKS PROBE_SWIFT(locks) = 2,
  /// Trap and record every system call; nothing where `probe_syscall_available` says no.
  PROBE_WATCH_SYSCALLS PROBE_SWIFT(syscalls) = 4,
  /// Record what the plug-in asks of the host, as told by `probe_watch_host_call`.
  PROBE_WATCH_HOST_CALLS PROBE_SWIFT(hostCalls) = 8,
  /// Heap blocks allocated now belong to the plug-in, and its frees are judged: see probe_heap.h.
  PROBE_WATCH_OWNERSHIP PROBE_SWIFT(ownership) = 16,
  /// Record accesses that guarded buffers forbid, and let them happen, where they would else be fatal.
  PROBE_WATCH_BUFFERS PROBE_SWIFT(buffers) = 32,
};

/// Prepares the process: resolves the real functions, warms the unwinder up, installs the trap of system calls.
///
/// Call once before the first plug-in is loaded; further calls do nothing.
void probe_watch_prepare(void);

/// Arms the detectors in `what` for the calling thread, replacing what it watched.
///
/// Call right before the plug-in is entered. It makes up to three system calls itself, before it arms: one of them lets
/// SIGSYS through, by which a trapped call is told, where a plug-in has blocked it.
void probe_watch_begin(probe_watch what);

/// Disarms the calling thread and returns what it watched.
probe_watch probe_watch_end(void);

/// What the calling thread watches.
probe_watch probe_watch_current(void);

/// Begins a callback of the host: records it, if the thread watches `PROBE_WATCH_HOST_CALLS`, and suspends all
/// detectors of the thread.
///
/// - `code`: the host's own number for the callback; comes back as the event's first argument, `detail` as the second.
/// - Returns: what `probe_watch_leave_host` takes.
uint32_t probe_watch_enter_host(uint64_t code, uint64_t detail);

/// Records a callback of the host that began by `probe_watch_end`, where what that returned, `what`, has
/// `PROBE_WATCH_HOST_CALLS`: for a `detail` that is known only then.
void probe_watch_tell_host(uint32_t what, uint64_t code, uint64_t detail);

/// Ends a callback of the host: takes up again what `probe_watch_enter_host` suspended.
void probe_watch_leave_host(uint32_t what);

#endif
