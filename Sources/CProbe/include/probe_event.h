/// The record of what the armed detectors saw.
///
/// One fixed ring for the process, filled without locks or allocation. When it is full further events are counted
/// and dropped, so that the first ones, which name the cause, remain.
#ifndef PROBE_EVENT_H
#define PROBE_EVENT_H

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
};

/// The function of the plug-in's that a cycle of the audio thread is in.
PROBE_ENUM(probe_event_phase) {
  PROBE_EVENT_RUN PROBE_SWIFT(run),
  PROBE_EVENT_WORK_RESPONSE PROBE_SWIFT(workResponse),
  PROBE_EVENT_END_RUN PROBE_SWIFT(endRun),
};

/// One thing that an armed thread did.
typedef struct probe_event {
  probe_event_kind kind;
  /// Number of valid entries in `frames`.
  int32_t depth;
  /// Heap: bytes asked for, or for a free the address. Lock: its address. System call: its number. Host: the code.
  /// Buffer: its tag, signed.
  uint64_t argument;
  /// Realloc and invalid frees: the old address. Lock: the name of the C function, a string. System call: its
  /// second argument (the operation of a futex). Buffer: bytes from the first of the data, signed.
  uint64_t detail;
  /// The value of `probe_event_set_mark` when it happened: the host puts the block's index there.
  uint64_t mark;
  /// That of `probe_event_set_phase`.
  probe_event_phase phase;
  /// Return addresses, innermost first; frames of the detector itself are left out.
  void *frames[PROBE_MAXIMUM_FRAMES];
} probe_event;

/// Forgets all events and counts.
void probe_event_reset(void);

/// Sets the mark that the events of every thread carry from now on.
void probe_event_set_mark(uint64_t mark);

/// Sets the phase that the events of every thread carry from now on; at first it is `PROBE_EVENT_RUN`.
void probe_event_set_phase(probe_event_phase phase);

/// How many events happened since the reset, the dropped ones included.
uint64_t probe_event_total(void);

/// How many events are kept, to be read with `probe_event_at`.
size_t probe_event_kept(void);

/// The event at `index`, in order of time; NULL at `probe_event_kept` and past it. Valid until the reset.
const probe_event *probe_event_at(size_t index);

/// The C function that was called, such as "malloc" or "mtx_lock"; all aligned functions of the heap are "posix_memalign".
const char *probe_event_function(const probe_event *event);

#endif
