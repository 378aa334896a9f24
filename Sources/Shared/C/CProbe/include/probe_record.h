/// The crash record: the activity of a child process and the cause of its crash, in memory that outlives the child.
///
/// The parent creates a record and passes the descriptor to the child. The child writes every plug-in call to it. Its
/// handler of fatal signals writes the crash and exits with `PROBE_CRASH_STATUS`.
#pragma once

#include "probe_base.h"
#include "probe_frame.h"

#include <pthread.h>

/// The exit status of a process whose crash is in the record.
#define PROBE_CRASH_STATUS 113

typedef struct probe_record probe_record;

/// Creates a record in an anonymous file. `*descriptor` (close-on-exec) is for the child. NULL with errno on failure.
probe_record *probe_record_create(int *descriptor);

/// Maps the record of a descriptor. Returns NULL with errno on failure.
probe_record *probe_record_map(int descriptor);

/// Unmaps a record. NULL is allowed.
void probe_record_unmap(probe_record *record);

/// Sets the record that this process writes to. NULL selects a private record, which is also the initial one.
void probe_record_use(probe_record *record);

/// Installs the handler of fatal signals: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS.
///
/// It has an alternate stack in every thread that called this or `probe_record_prepare_thread`.
void probe_record_catch_crashes(void);

/// Gives the calling thread an alternate signal stack, so that the handler also records stack overflows.
void probe_record_prepare_thread(void);

/// Waits for the end of a thread that `probe_record_prepare_thread` prepared. If the watchdog requests a backtrace
/// meanwhile, it is that of the thread.
void probe_record_join(pthread_t thread);

/// Calls `run(instance, frames)`. Returns true if it returned, false if a fatal signal interrupted it.
///
/// Such a signal is not recorded. The instance is in an undefined state afterwards and must not be used.
bool probe_record_survives(void (*run)(void *instance, uint32_t frames), void *instance, uint32_t frames);

// What the child writes. These functions only store values: no system call, no allocation.

/// Starts a plug-in call with a name such as "run" (at most 31 bytes). Counts as progress.
void probe_record_begin_call(const char *name);

/// Replaces the name of the call, for a function that the host calls within another call.
void probe_record_rename_call(const char *name);

/// Names the call that this thread makes while another thread makes the calls of the record: a crash in this thread is
/// then recorded as a crash in that call. `name` must remain valid.
void probe_record_set_thread_call(const char *name);

/// Sets the index (from 0) and the length of the block that `run` processes, and the sample rate of its instance in hertz. Counts as
/// progress.
void probe_record_set_block(uint64_t index, uint32_t frames, double rate);

/// Sets the symbol (at most 63 bytes) and the value of the last changed control.
void probe_record_set_control(const char *symbol, float value);

/// The number of ports whose values the record contains.
#define PROBE_RECORD_PORTS 512

/// Sets the value of a control port. Ports from PROBE_RECORD_PORTS on are ignored.
void probe_record_set_value(uint32_t port, float value);

/// Forgets the values of all ports, for a new instance.
void probe_record_clear_values(void);
/// Sets whether the present run() scheduled work that is done after it.
void probe_record_set_work(bool scheduled);

/// Sets the description of the current test, such as "44100 Hz, noise" (at most 255 bytes).
void probe_record_set_stage(const char *stage);

/// Sets whether the current test uses values that no host sends on purpose. A crash is then less severe.
void probe_record_set_extreme(bool is_extreme);

/// Notes whether the stage states the value of the control that is set next.
void probe_record_set_states_control(bool states_control);

/// Sets whether the instance that is freed next was ever activated.
void probe_record_set_activated(bool is_activated);

/// Sets whether the file of the plug-in is given to the present instance.
void probe_record_set_loaded_file(bool has_loaded);

/// Sets the size in bytes of an allocation that failed.
void probe_record_note_failed_allocation(uint64_t bytes);

/// The capacity of the name of an object, with its null byte: NAME_MAX, and a prefix that glibc adds.
#define PROBE_OBJECT_NAME 264

/// Notes the file in /dev/shm of a named object that this process created, if the file exists.
void probe_record_add_object(const char *name);

/// Ends the plug-in call. Counts as progress.
void probe_record_end_call(void);

/// Counts as progress, for long computations of the validator.
void probe_record_progress(void);

// What the parent reads, while the child runs and after its end.

/// A counter of progress. A watchdog compares two readings.
uint64_t probe_record_progress_count(const probe_record *record);

/// Whether the child is in a plug-in call. If it is not, the values below belong to the last call.
bool probe_record_in_call(const probe_record *record);

const char *probe_record_call(const probe_record *record);
const char *probe_record_stage(const probe_record *record);
/// NULL selects the record of this process.
bool probe_record_is_extreme(const probe_record *record);
bool probe_record_states_control(const probe_record *record);
bool probe_record_is_activated(const probe_record *record);
/// NULL selects the record of this process.
bool probe_record_has_loaded_file(const probe_record *record);
/// The size of the last allocation that failed; 0 if none did. NULL selects the record of this process.
uint64_t probe_record_failed_allocation(const probe_record *record);
/// Whether a block was set since the start of the call.
bool probe_record_has_block(const probe_record *record);
uint64_t probe_record_block(const probe_record *record);
uint32_t probe_record_block_frames(const probe_record *record);
double probe_record_rate(const probe_record *record);
/// Whether the last run() scheduled work that was not done yet.
bool probe_record_has_work(const probe_record *record);
/// Empty if no control was set.
const char *probe_record_control(const probe_record *record);
float probe_record_control_value(const probe_record *record);

/// Whether the value of a port (less than PROBE_RECORD_PORTS) was set; it is then in `*value`.
bool probe_record_value(const probe_record *record, uint32_t port, float *value);

/// Calls `body`, which may be NULL, with the path of each named object in shared memory that the process of the record
/// created and that still exists. Returns their number. NULL selects the record of this process.
size_t probe_record_walk_objects(
  const probe_record *record, void (*body)(void *context, const char *path), void *context);

/// Removes these objects. Returns their number.
size_t probe_record_remove_objects(const probe_record *record);

PROBE_ENUM(probe_fault) {
  /// Not a memory fault, or the processor does not report the kind of access.
  PROBE_FAULT_UNKNOWN PROBE_SWIFT(unknown),
  PROBE_FAULT_READ PROBE_SWIFT(read),
  PROBE_FAULT_WRITE PROBE_SWIFT(write),
  PROBE_FAULT_EXECUTE PROBE_SWIFT(execute),
};

typedef struct probe_crash {
  int32_t signal;
  probe_fault fault;
  /// Whether the signal arrived during a plug-in call.
  bool in_call;
  /// Whether the signal arrived in a thread that the host has not prepared: a thread of the plug-in.
  bool in_other_thread;
  /// Whether the address is in a guarded buffer. `tag`, `offset` and `size` are then as in `probe_location`.
  bool in_buffer;
  /// Whether the address is in a guarded heap block or beside it. `offset` and `size` then refer to the block.
  bool in_heap;
  bool freed;
  bool freed_earlier;
  int32_t tag;
  int64_t offset;
  uint64_t size;
  uint64_t address;
} probe_crash;

/// The record that this process writes to.
const probe_record *probe_record_current(void);

/// Removes the crash from the record of this process: one of a forked copy, which writes to the same record.
void probe_record_forget_crash(void);

/// The recorded crash. NULL if there is none, or if its checksum does not match.
const probe_crash *probe_record_crash(const probe_record *record);

/// The number of stack frames of the crash. 0 if the handler did not finish, or if their checksum does not match.
size_t probe_record_crash_depth(const probe_record *record);

/// The frame at `index`, which is less than `probe_record_crash_depth`. The first frame is the instruction that faulted.
const probe_frame *probe_record_crash_frame(const probe_record *record, size_t index);
