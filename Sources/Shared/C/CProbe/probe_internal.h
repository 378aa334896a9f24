/// Declarations shared by the sources of CProbe.
#pragma once

// Include this header first: the macro must precede the headers of the C library.
#define _GNU_SOURCE

#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "CProbe.h"

#define PROBE_HIDDEN __attribute__((visibility("hidden")))

/// An exported function that replaces the C library's function for the whole process, including dlopened code.
#define PROBE_INTERPOSED __attribute__((visibility("default"), noinline))

/// The definition of `name` that follows this executable in the symbol search order, cached in `known`.
///
/// SAFETY: dlsym() takes the lock of the dynamic loader. A library constructor runs with this lock held. If it waits
/// for a thread that is in dlsym(), both deadlock. Therefore PROBE_NEXT calls this function before main() starts.
PROBE_HIDDEN void *probe_next_definition(_Atomic(void *) *known, const char *name);

/// Defines `next_NAME()`: the C library's newest version of the function, to which the interposer NAME forwards.
#define PROBE_NEXT(name) \
  static _Atomic(void *) known_##name; \
  static inline __typeof__(&name) next_##name(void) { \
    return (__typeof__(&name))probe_next_definition(&known_##name, #name); \
  } \
  __attribute__((constructor)) static void resolve_##name(void) { next_##name(); }

/// Values of the selector that the kernel reads at each system call of a thread.
#define PROBE_SELECTOR_ALLOW 0
#define PROBE_SELECTOR_BLOCK 1

/// The detector state of a thread.
///
/// SAFETY: initial-exec, so an access is one instruction and never allocates, even inside malloc().
typedef struct probe_thread {
  uint32_t watch;
  /// The kernel reads it. Only this thread and its signal handlers write it.
  volatile uint8_t selector;
  /// Whether the selector is registered with the kernel.
  bool dispatching;
  /// Whether SIGSYS, the signal of the trap, is known to be unblocked.
  bool unblocked;
  /// The plug-in call that this thread makes all the time; NULL if the record of the process names its calls.
  const char *call;
  /// Whether this thread is in a call that the record names.
  bool in_call;
} probe_thread;

extern __thread probe_thread probe_this_thread PROBE_HIDDEN __attribute__((tls_model("initial-exec")));

/// The size of the inaccessible memory on each side of guarded memory. An access that is off by thousands of frames is
/// still inside it.
#define PROBE_GUARD_BYTES (16 * 4096)

/// The value of canary bytes. As float it is -1.2e-12 and as double -2.5e-98, which are unlikely samples.
#define PROBE_CANARY 0xAB

/// Records an event with the stack from the return address `caller` outwards. The thread's detectors are suspended.
PROBE_HIDDEN void probe_event_record(probe_event_kind kind, uint64_t argument, uint64_t detail, void *caller);

/// Records an event of a fault at `instruction`, as `probe_event_record` does. The first entry is that instruction.
PROBE_HIDDEN void probe_event_record_fault(
    probe_event_kind kind, uint64_t argument, uint64_t detail, void *instruction);

/// Records that a block of `mismatch.origin` was released by functions of another kind or with another size.
PROBE_HIDDEN void probe_event_record_mismatch(probe_mismatch mismatch, void *caller);

/// Captures the stack from the return address `caller` outwards. Each entry points into its call instruction.
///
/// - Returns: the number of entries written to `frames`, at most `PROBE_MAXIMUM_FRAMES`.
PROBE_HIDDEN int32_t probe_stack_capture(void **frames, const void *caller);

/// Writes `caller` as the only frame, or none if it is NULL. Returns the number of frames.
PROBE_HIDDEN int32_t probe_stack_caller(void **frames, const void *caller);

/// Runs `trial` in a forked process. Returns false if it does, crashes, or does not finish within `seconds`.
PROBE_HIDDEN bool probe_trial_succeeds(unsigned seconds, bool (*trial)(void *context), void *context);

/// Suspends the detectors of this thread while an interposer performs the recorded call. Returns the previous state.
static inline probe_thread probe_suspend(void) {
  const probe_thread before = probe_this_thread;
  probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
  probe_this_thread.watch = 0;
  return before;
}

static inline void probe_resume(probe_thread before) {
  probe_this_thread.watch = before.watch;
  probe_this_thread.selector = before.selector;
}

/// Records a forbidden access to a guarded buffer and makes its page accessible, if the thread watches
/// `PROBE_WATCH_BUFFERS`. `instruction` is the faulting instruction. Async-signal-safe.
///
/// - Returns: whether the access can be repeated.
PROBE_HIDDEN bool probe_buffer_grant(const void *address, probe_fault fault, void *instruction);

/// Converts a deadline to the kernel's clock. Returns `deadline` itself, or `storage` with the converted time.
///
/// A deadline is converted if it is closer to the advanced time of day than to the true one. Deadlines that were
/// computed before the advance, and deadlines of monotonic clocks, are therefore not converted.
PROBE_HIDDEN const struct timespec *probe_clock_deadline(const struct timespec *deadline, struct timespec *storage);

/// Locks the list of guarded buffers, for fork(): the child gets a consistent list.
PROBE_HIDDEN void probe_buffers_lock(void);
PROBE_HIDDEN void probe_buffers_unlock(void);

/// Installs the handler of trapped system calls.
PROBE_HIDDEN void probe_syscall_prepare(void);

/// Registers this thread with the trap. Returns false if that is impossible.
PROBE_HIDDEN bool probe_syscall_arm(void);

PROBE_HIDDEN void probe_crash_handle(int signal, void *information, void *context);

/// Makes the crash without its stack readable for the parent. Sets its member `in_call`.
PROBE_HIDDEN void probe_record_publish_crash(const probe_crash *crash);

/// Makes the `depth` stack frames of the crash readable for the parent.
PROBE_HIDDEN void probe_record_publish_stack(void *const *addresses, size_t depth);

// Breakpoints at functions.

/// Whether a function, of less than `PROBE_RECORD_FUNCTIONS`, ran according to the record of this process.
PROBE_HIDDEN bool probe_record_has_function(size_t index);

/// Notes that a function ran. Async-signal-safe.
PROBE_HIDDEN void probe_record_add_function(size_t index);

/// Restores the instruction at a breakpoint, so that the thread continues there. Async-signal-safe.
///
/// - Returns: false if the trap is not one of these breakpoints.
PROBE_HIDDEN bool probe_breakpoint_resume(void *context);

/// Removes all breakpoints for good: the plug-in handles or blocks SIGTRAP.
PROBE_HIDDEN void probe_breakpoints_forbid(void);

/// The C library's sigaction().
PROBE_HIDDEN int probe_next_sigaction(int number, const struct sigaction *action);

/// Installs the handler of SIGTRAP: breakpoints, and `probe_crash_handle` for all other traps.
PROBE_HIDDEN void probe_breakpoint_prepare(void);

/// Installs a handler, without the functions that are interposed. On x86-64, it returns by `probe_restorer`.
PROBE_HIDDEN void probe_install_handler(int signal, int flags, void (*handler)(int, siginfo_t *, void *));

// The content of new heap memory.

/// Whether new memory is filled with zeros.
PROBE_HIDDEN bool probe_fill_is_zero(void);

/// Fills the part of a new block of `size` bytes that begins at `used`, up to the `usable` bytes that the heap reserved.
PROBE_HIDDEN void probe_fill_new(void *block, size_t used, size_t size, size_t usable, const void *caller);

// The ledger of heap blocks that belong to the plug-in.

PROBE_HIDDEN bool probe_ledger_is_tracking(void);

/// Adds a block that a thread with `PROBE_WATCH_OWNERSHIP` allocated.
PROBE_HIDDEN void probe_ledger_add(void *address, size_t bytes, probe_allocator allocator, const void *caller);

/// Locks the ledger, for fork(): the child gets a consistent ledger.
PROBE_HIDDEN void probe_ledger_lock(void);
PROBE_HIDDEN void probe_ledger_unlock(void);

/// How a block is released.
typedef struct probe_release {
  /// The functions to which the one that was called belongs: free() to malloc(), operator delete to operator new.
  probe_allocator allocator;
  /// The size that a sized operator delete received; otherwise `PROBE_UNKNOWN_SIZE`.
  size_t bytes;
} probe_release;

#define PROBE_UNKNOWN_SIZE SIZE_MAX

/// Processes a release of `address`. `owner` is whether the thread belongs to the plug-in.
///
/// - Returns: whether the caller must free the block. It must not if the block is in quarantine or the free is invalid.
PROBE_HIDDEN bool probe_ledger_remove(void *address, bool owner, probe_release release, void *caller);

/// Removes a block that realloc() is about to move. Returns whether the ledger contained it.
PROBE_HIDDEN bool probe_ledger_withdraw(void *address, bool owner, void *caller);

/// Whether the block at `address` is freed and in quarantine.
PROBE_HIDDEN bool probe_ledger_is_quarantined(void *address);

// The heap functions, for malloc(), the operators of C++ and their relatives. `caller` is a return address.

PROBE_HIDDEN void *probe_heap_allocate(size_t size, probe_allocator allocator, void *caller);

/// `name` is the interposed function.
PROBE_HIDDEN void *probe_heap_allocate_aligned(
    const char *name, size_t alignment, size_t size, probe_allocator allocator, void *caller);

PROBE_HIDDEN void probe_heap_release(void *block, probe_release release, void *caller);

// Heap blocks that end at a guard page.

/// Whether new blocks of the plug-in are guarded.
PROBE_HIDDEN bool probe_guarded_heap_is_on(void);

PROBE_HIDDEN bool probe_guarded_heap_contains(const void *address);

/// Allocates a zeroed block. Returns NULL if the normal heap must serve it.
PROBE_HIDDEN void *probe_guarded_heap_allocate(size_t alignment, size_t size, const void *caller);

/// The requested size of a block that `probe_guarded_heap_contains`.
PROBE_HIDDEN size_t probe_guarded_heap_size(const void *address);

/// Frees a block that `probe_guarded_heap_contains`. No effect if `address` is not its start or it is already freed.
PROBE_HIDDEN void probe_guarded_heap_free(void *address);

PROBE_HIDDEN probe_location probe_guarded_heap_locate(const void *address);

// The C library's heap, under names that are not interposed.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);
