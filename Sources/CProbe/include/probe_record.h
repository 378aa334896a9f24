/// The black box: what a child was doing, and how it died, in memory that outlives it.
///
/// The parent creates a record and gives the descriptor to the child. The child adopts it, notes every call it makes,
/// and on a fatal signal its handler writes the fault and ends with `PROBE_CRASH_STATUS`.
#ifndef PROBE_RECORD_H
#define PROBE_RECORD_H

#include "probe_base.h"
#include "probe_frame.h"

/// Exit status of a process whose crash is in the record.
#define PROBE_CRASH_STATUS 113

typedef struct probe_record probe_record;

/// Makes a record on an anonymous file; `*descriptor` (close-on-exec) is for the child. NULL with errno set on failure.
probe_record *probe_record_create(int *descriptor);

/// Maps the record behind a descriptor. NULL with errno set when it is none.
probe_record *probe_record_map(int descriptor);

/// Unmaps it. NULL is allowed.
void probe_record_unmap(probe_record *record);

/// Makes this process write to `record`; with NULL, to one of its own, which is the state at the start.
void probe_record_adopt(probe_record *record);

/// Installs the handler of fatal signals (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS) with a stack of its own.
///
/// It serves every thread that called this or `probe_record_prepare_thread`.
void probe_record_catch_crashes(void);

/// Gives the calling thread a stack for the handler, so that an overflow of its own stack is recorded too.
void probe_record_prepare_thread(void);

/// Calls `run(instance, frames)`, which may die: true when it returned, false when a fatal signal ended it.
///
/// Nothing is recorded of such an end. What the call left half done stays so: do not use the instance again.
bool probe_record_survives(void (*run)(void *instance, uint32_t frames), void *instance, uint32_t frames);

// What the child notes. All of it is plain stores: no system call, no allocation.

/// A call of the plug-in begins: `name` as in "run" (up to 31 bytes). Counts as progress.
void probe_record_begin_call(const char *name);

/// Which block `run` is given, from 0, and its length. Counts as progress.
void probe_record_set_block(uint64_t index, uint32_t frames);

/// The control changed last, by symbol (up to 63 bytes), and its value.
void probe_record_set_control(const char *symbol, float value);

/// What the child is doing in the validator's words, such as "44100 Hz, noise" (up to 127 bytes).
void probe_record_set_stage(const char *stage);

/// The call returned. Counts as progress.
void probe_record_end_call(void);

/// Counts as progress by itself, for long work of the validator's own.
void probe_record_progress(void);

// What the parent reads, while the child lives and after.

/// Grows with every note of progress: a watchdog compares two readings.
uint64_t probe_record_progress_count(const probe_record *record);

/// Whether the child is inside a call of the plug-in. The names below are then of that call, else of the last one.
bool probe_record_in_call(const probe_record *record);

const char *probe_record_call(const probe_record *record);
const char *probe_record_stage(const probe_record *record);
/// Whether a block was noted since the call began.
bool probe_record_has_block(const probe_record *record);
uint64_t probe_record_block(const probe_record *record);
uint32_t probe_record_block_frames(const probe_record *record);
/// Empty when no control was noted.
const char *probe_record_control(const probe_record *record);
float probe_record_control_value(const probe_record *record);

PROBE_ENUM(probe_fault) {
  /// Not a fault of memory, or the processor does not tell.
  PROBE_FAULT_UNKNOWN PROBE_SWIFT(unknown),
  PROBE_FAULT_READ PROBE_SWIFT(read),
  PROBE_FAULT_WRITE PROBE_SWIFT(write),
  PROBE_FAULT_EXECUTE PROBE_SWIFT(execute),
};

/// How a process died.
typedef struct probe_crash {
  /// The signal's number and its si_code.
  int32_t signal;
  int32_t code;
  probe_fault fault;
  /// Whether the signal came while the plug-in was called.
  bool in_call;
  /// Whether it came in a thread that the host has not prepared: one that the plug-in started.
  bool in_other_thread;
  /// Whether the address lies in one of the guarded buffers: then `tag`, `offset` and `size` are as in `probe_hit`.
  bool in_buffer;
  /// Whether it lies in a block of the heap with a fence, or right after it: then `offset` and `size` are of that.
  bool in_heap;
  /// Whether that block was freed before.
  bool freed;
  int32_t tag;
  int64_t offset;
  uint64_t size;
  uint64_t address;
  uint64_t instruction;
  /// How many frames there are: `probe_record_crash_depth` says whether that can be believed.
  int32_t depth;
  /// Innermost first, beginning with the instruction that faulted.
  probe_frame frames[PROBE_MAXIMUM_FRAMES];
} probe_crash;

/// The crash in the record; NULL when there is none, or what stands there is not what the handler wrote.
const probe_crash *probe_record_crash(const probe_record *record);

/// How many frames of its stack there are; 0 where the handler got no further, or something else was written there.
size_t probe_record_crash_depth(const probe_record *record);

/// The frame at `index` of a crash, below that.
const probe_frame *probe_crash_frame(const probe_crash *crash, size_t index);

#endif
