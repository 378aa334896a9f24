/// The detectors of the calling thread.
///
/// All detector state belongs to one thread, so other threads of the host are never recorded. A thread whose creator
/// watches `PROBE_WATCH_OWNERSHIP` belongs to the plug-in and inherits only that flag.
#pragma once

#include "probe_base.h"

PROBE_OPTIONS(probe_watch) {
  /// Records every call of a heap function.
  PROBE_WATCH_HEAP PROBE_SWIFT(heap) = 1,
  /// Records every call that can block on a lock, a condition or a semaphore.
  PROBE_WATCH_LOCKS PROBE_SWIFT(locks) = 2,
  /// Traps and records every system call. Has no effect unless `probe_syscall_available` returns true.
  PROBE_WATCH_SYSCALLS PROBE_SWIFT(syscalls) = 4,
  /// Records the plug-in's calls of host functions.
  PROBE_WATCH_HOST_CALLS PROBE_SWIFT(hostCalls) = 8,
  /// Attributes heap blocks to the plug-in and validates its frees. See probe_heap.h.
  PROBE_WATCH_OWNERSHIP PROBE_SWIFT(ownership) = 16,
  /// Records forbidden accesses to guarded buffers and permits them. Without this flag they are fatal.
  PROBE_WATCH_BUFFERS PROBE_SWIFT(buffers) = 32,
  /// Counts the bytes that a library moves. Has no effect without `probe_moves_count`.
  PROBE_WATCH_MOVES PROBE_SWIFT(moves) = 64,
};

/// Prepares the process: loads the unwinder and installs the system call trap.
///
/// Call it once before the first plug-in is loaded. Further calls have no effect.
void probe_watch_prepare(void);

/// Arms the detectors in `what` for the calling thread and disarms all others.
///
/// Call it directly before the plug-in call. It makes up to three system calls before it arms the trap. One of them
/// unblocks SIGSYS, the signal of the trap, in case a plug-in has blocked it.
void probe_watch_begin(probe_watch what);

/// Disarms all detectors of the calling thread and returns those that were armed.
probe_watch probe_watch_end(void);

/// Records the plug-in's call of a host function if `what`, the armed detectors, contains `PROBE_WATCH_HOST_CALLS`.
///
/// - `code`: the host's number for the function, the `argument` of the event. `detail` is the event's `detail`.
void probe_watch_record_host(probe_watch what, uint64_t code, uint64_t detail);

// System calls, trapped with Linux's Syscall User Dispatch (since Linux 5.11, x86-64).
//
// Every system call of the armed thread is recorded and then performed, including inline `syscall` instructions. Calls
// that the vDSO answers without the kernel are not recorded. After clone, fork, exec, exit, a change of the signal
// mask, and a signal handler, the thread remains disarmed until it is armed again.

/// Whether this kernel and processor support the trap. The result of the first call is cached.
bool probe_syscall_available(void);

/// The name of a system call, such as "write". NULL if the number is unknown.
const char *probe_syscall_name(uint64_t number);

/// Whether a recorded system call only wakes other threads: a futex call with a wake operation.
bool probe_syscall_is_futex_wake(uint64_t number, uint64_t operation);

// Moves of memory.

/// Makes a library that dlopen() returned count what it moves or copies with memmove() and memcpy(), until the process ends.
void probe_moves_count(void *library);

/// The bytes that this thread moved in calls that watch `PROBE_WATCH_MOVES`, since the last call of this function.
uint64_t probe_moves_take(void);

// Threads of the plug-in: threads created by a thread that watches `PROBE_WATCH_OWNERSHIP`, and their descendants.

/// Waits up to `milliseconds` until all threads of the plug-in are blocked or ended. Returns at once if there are none.
///
/// - Returns: whether all of them are.
bool probe_threads_wait(uint32_t milliseconds);

/// How often another thread took the processor from this one.
uint64_t probe_thread_switches(void);

/// The code of a plug-in thread: its start routine, or for a std::thread the virtual table of its state object.
///
/// - `number`: the kernel's thread id.
/// - Returns: NULL if the thread does not belong to the plug-in.
const void *probe_thread_code(int number);
