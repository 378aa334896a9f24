/// What the parts of CProbe share and nobody else sees.
#ifndef PROBE_INTERNAL_H
#define PROBE_INTERNAL_H

#include <stdatomic.h>
#include <time.h>

#include "CProbe.h"

#define PROBE_HIDDEN __attribute__((visibility("hidden")))

/// An exported function that takes the place of the C library's for the whole process, dlopened code included.
#define PROBE_INTERPOSED __attribute__((visibility("default"), noinline))

/// The definition of `name` behind this executable's, and in `known` from the first time on.
///
/// SAFETY: to ask the loader takes its lock. A thread would wait for that in vain while the constructor of a library,
/// which is run with the lock held, waits for the thread. So PROBE_NEXT asks before main() begins.
PROBE_HIDDEN void *probe_next_definition(_Atomic(void *) *known, const char *name);

/// Defines `next_NAME()`, the C library's newest version of the function that an interposer of this name forwards to.
#define PROBE_NEXT(name) \
  static _Atomic(void *) known_##name; \
  static inline void *next_##name(void) { return probe_next_definition(&known_##name, #name); } \
  __attribute__((constructor)) static void resolve_##name(void) { next_##name(); }

/// Values of the selector that the kernel reads at each system call of a thread.
#define PROBE_SELECTOR_ALLOW 0
#define PROBE_SELECTOR_BLOCK 1

/// What belongs to one thread.
///
/// SAFETY: initial-exec, so that reading it is one instruction and never allocates, even inside malloc.
typedef struct probe_thread {
  uint32_t watch;
  /// Read by the kernel; written by this thread and its signal handlers alone.
  volatile uint8_t selector;
  /// Whether the kernel was told of the selector.
  bool dispatching;
  /// Whether the signal of the trap is known not to be blocked.
  bool unblocked;
} probe_thread;

extern __thread probe_thread probe_this_thread PROBE_HIDDEN __attribute__((tls_model("initial-exec")));

/// Inaccessible bytes on each side of what a plug-in must not reach, or not leave: one that is off by thousands of frames
/// still hits them.
#define PROBE_GUARD_BYTES (16 * 4096)

/// Records an event with the stack from the return address `caller` outwards. The thread's detectors are quiet meanwhile.
PROBE_HIDDEN void probe_event_record(probe_event_kind kind, uint64_t argument, uint64_t detail, void *caller);

/// Fetches the stack from the return address `caller` outwards, each entry inside its call instruction.
///
/// - Returns: the number of entries written to `frames`, which has room for `PROBE_MAXIMUM_FRAMES`.
PROBE_HIDDEN int32_t probe_stack_capture(void **frames, const void *caller);

/// The stack of which no more is wanted than `caller`, if there is one; returns as `probe_stack_capture` does.
PROBE_HIDDEN int32_t probe_stack_caller(void **frames, const void *caller);

/// Quiets the detectors of this thread while a call that was recorded is carried out, its own system calls included.
static inline probe_thread probe_quiet(void) {
  const probe_thread before = probe_this_thread;
  probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
  probe_this_thread.watch = 0;
  return before;
}

/// Ends `probe_quiet`.
static inline void probe_unquiet(probe_thread before) {
  probe_this_thread.watch = before.watch;
  probe_this_thread.selector = before.selector;
}

/// Records the access at `address` by the instruction `place` and grants it, when a guarded buffer forbids it and the
/// thread watches `PROBE_WATCH_BUFFERS`. Safe in a signal handler.
PROBE_HIDDEN bool probe_buffer_forgive(const void *address, probe_fault fault, void *place);

/// A deadline as the kernel's clock tells it, in `place` where it is another than `until`.
///
/// One is taken for a time of day that is ahead where it is nearer to that than to the true one. So one that was made
/// before the jump is kept, and one of a clock that measures intervals, whatever clock a condition was made for.
PROBE_HIDDEN const struct timespec *probe_clock_deadline(const struct timespec *until, struct timespec *place);

/// Keeps other threads from the list of guarded buffers, so that a process that is forked in between finds it in order.
PROBE_HIDDEN void probe_buffers_close(void);
PROBE_HIDDEN void probe_buffers_reopen(void);

/// Installs the handler of trapped system calls.
PROBE_HIDDEN void probe_syscall_prepare(void);

/// Arms the trap for this thread; false where it cannot be.
PROBE_HIDDEN bool probe_syscall_arm(void);

/// The handler of fatal signals.
PROBE_HIDDEN void probe_crash_handle(int signal, void *information, void *context);

/// Where the crash of this process is to be written down.
PROBE_HIDDEN probe_crash *probe_record_begin_crash(void);

/// Makes the crash readable for the parent, but for its stack.
PROBE_HIDDEN void probe_record_publish_crash(void);

/// Makes its stack readable too.
PROBE_HIDDEN void probe_record_publish_stack(void);

/// Whether this process is inside a call of the plug-in.
PROBE_HIDDEN bool probe_record_current_in_call(void);

// The ledger of blocks owned by the plug-in.

typedef enum probe_verdict {
  /// Give the block to the heap.
  PROBE_VERDICT_RELEASE,
  /// The ledger keeps it back, or the free is invalid: do not.
  PROBE_VERDICT_KEEP,
} probe_verdict;

/// Whether an account is being kept.
PROBE_HIDDEN bool probe_ledger_open(void);

/// Enters a block that an owning thread allocated.
PROBE_HIDDEN void probe_ledger_add(void *address, size_t bytes, const void *caller);

/// Keeps other threads from the ledger, so that a process that is forked in between finds it in order.
PROBE_HIDDEN void probe_ledger_close(void);
PROBE_HIDDEN void probe_ledger_reopen(void);

/// Judges a free of `address`; `owner` tells whether the thread belongs to the plug-in.
PROBE_HIDDEN probe_verdict probe_ledger_remove(void *address, bool owner, void *caller);

/// Takes a block out before realloc moves it: true when it was in the ledger.
PROBE_HIDDEN bool probe_ledger_take(void *address);

/// Whether the ledger holds `address` back as freed.
PROBE_HIDDEN bool probe_ledger_holds(void *address);

// Blocks that end at inaccessible pages.

/// A place in such a block, or after it, or in what it was.
typedef struct probe_heap_hit {
  bool found;
  bool freed;
  int64_t offset;
  uint64_t size;
} probe_heap_hit;

/// Whether owning threads get such blocks.
PROBE_HIDDEN bool probe_fence_open(void);

/// Whether `address` lies in such a block.
PROBE_HIDDEN bool probe_fence_holds(const void *address);

/// A block of zeros; NULL where there is no room, and the heap has to serve.
PROBE_HIDDEN void *probe_fence_allocate(size_t alignment, size_t size, const void *caller);

/// The size asked for, of a block that `probe_fence_holds`.
PROBE_HIDDEN size_t probe_fence_size(const void *address);

/// Frees a block that `probe_fence_holds`; nothing where `address` is not its start, or the second time.
PROBE_HIDDEN void probe_fence_free(void *address);

/// The block that `address` belongs to.
PROBE_HIDDEN probe_heap_hit probe_fence_locate(const void *address);

// The C library's own heap, under the names by which interposers reach it.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

#endif
