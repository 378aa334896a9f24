/// The events that the armed detectors record.
///
/// The process has one buffer of fixed capacity, written without locks or allocation. When it is full, further events
/// are counted and dropped. The first events, which show the cause, remain.
#pragma once

#include "probe_base.h"

PROBE_ENUM(probe_event_kind) {
  PROBE_EVENT_MALLOC PROBE_SWIFT(malloc),
  PROBE_EVENT_CALLOC PROBE_SWIFT(calloc),
  PROBE_EVENT_REALLOC PROBE_SWIFT(realloc),
  PROBE_EVENT_FREE PROBE_SWIFT(free),
  PROBE_EVENT_ALIGNED_ALLOCATION PROBE_SWIFT(alignedAllocation),
  PROBE_EVENT_MUTEX_LOCK PROBE_SWIFT(mutexLock),
  PROBE_EVENT_CONDITION_WAIT PROBE_SWIFT(conditionWait),
  PROBE_EVENT_RWLOCK_LOCK PROBE_SWIFT(rwlockLock),
  PROBE_EVENT_SEMAPHORE_WAIT PROBE_SWIFT(semaphoreWait),
  PROBE_EVENT_BARRIER_WAIT PROBE_SWIFT(barrierWait),
  PROBE_EVENT_THREAD_JOIN PROBE_SWIFT(threadJoin),
  PROBE_EVENT_SYSCALL PROBE_SWIFT(syscall),
  PROBE_EVENT_HOST_CALL PROBE_SWIFT(hostCall),
  PROBE_EVENT_DOUBLE_FREE PROBE_SWIFT(doubleFree),
  PROBE_EVENT_FOREIGN_FREE PROBE_SWIFT(foreignFree),
  PROBE_EVENT_BUFFER_READ PROBE_SWIFT(bufferRead),
  PROBE_EVENT_BUFFER_WRITE PROBE_SWIFT(bufferWrite),
  PROBE_EVENT_MISMATCHED_FREE PROBE_SWIFT(mismatchedFree),
};

/// The functions that allocate and release a heap block together.
PROBE_ENUM(probe_allocator) {
  PROBE_ALLOCATOR_UNKNOWN PROBE_SWIFT(unknown),
  /// All functions of the C library.
  PROBE_ALLOCATOR_MALLOC PROBE_SWIFT(malloc),
  /// operator new and operator delete.
  PROBE_ALLOCATOR_NEW PROBE_SWIFT(new),
  /// operator new[] and operator delete[].
  PROBE_ALLOCATOR_NEW_ARRAY PROBE_SWIFT(newArray),
};

/// The allocation of a block, and the release that does not match it.
typedef struct probe_mismatch {
  /// The address in the call instruction of the allocation.
  void *origin;
  uint64_t bytes;
  probe_allocator allocated_by;
  probe_allocator released_by;
  /// The size that operator delete received; UINT64_MAX if it received none.
  uint64_t released_bytes;
  /// Whether realloc() was called instead of a function that only releases.
  bool is_resized;
} probe_mismatch;

/// The plug-in function that the audio thread executes in a cycle.
PROBE_ENUM(probe_event_phase) {
  PROBE_EVENT_RUN PROBE_SWIFT(run),
  PROBE_EVENT_WORK_RESPONSE PROBE_SWIFT(workResponse),
  PROBE_EVENT_END_RUN PROBE_SWIFT(endRun),
};

/// One recorded action of an armed thread.
typedef struct probe_event {
  probe_event_kind kind;
  /// The number of valid entries in `frames`.
  int32_t depth;
  /// Heap: the size in bytes, or for free() the address. Lock: its address. System call: its number.
  /// Host call: the code. Buffer: the tag, signed.
  uint64_t argument;
  /// realloc() and invalid frees: the old address. Lock and aligned allocation: the name of the C function, a string.
  /// System call: the second argument (the operation of a futex). Buffer: the offset in bytes from the first data byte,
  /// signed.
  uint64_t detail;
  /// The value of `probe_event_set_mark` at the time of the event. The host sets it to the index of the block.
  uint64_t mark;
  /// The value of `probe_event_set_phase` at the time of the event.
  probe_event_phase phase;
  /// The stack, innermost first, without the frames of the detector. Each address is in its call instruction; the first
  /// one of a buffer event is the address of the instruction that accessed the buffer.
  void *frames[PROBE_MAXIMUM_FRAMES];
  /// Of `PROBE_EVENT_MISMATCHED_FREE` only.
  probe_mismatch mismatch;
} probe_event;

/// Discards all events and counts.
void probe_event_reset(void);

/// Sets the mark of all subsequent events, in every thread.
void probe_event_set_mark(uint64_t mark);

/// Sets the phase of all subsequent events, in every thread. The initial value is `PROBE_EVENT_RUN`.
void probe_event_set_phase(probe_event_phase phase);

/// The number of events since the reset, including dropped events.
uint64_t probe_event_total(void);

/// The number of stored events, which `probe_event_at` returns.
size_t probe_event_kept(void);

/// The event at `index`, in the order of time. NULL if `index` is `probe_event_kept` or more. Valid until the reset.
const probe_event *probe_event_at(size_t index);

/// The name of the called C function, such as "malloc" or "mtx_lock". All aligned allocations are "posix_memalign".
const char *probe_event_function(const probe_event *event);
