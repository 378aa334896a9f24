/// The state of the process and the thread that a plug-in can read or change.
#pragma once

#include "probe_base.h"

/// The floating-point control registers of the processor.
///
/// On x86-64: MXCSR without its sticky exception flags, and the x87 control word. On arm64: FPCR; `extended` is 0.
typedef struct probe_fp {
  uint32_t control;
  uint16_t extended;
} probe_fp;

probe_fp probe_fp_get(void);
void probe_fp_set(probe_fp state);

/// Sets or clears flush-to-zero, and denormals-are-zero on processors with a separate flag for it.
void probe_fp_set_flush(bool on);

/// Writes the names of the differing fields, such as "flush-to-zero, rounding mode". Without a difference the text is
/// empty.
///
/// - Returns: the length of the text, at most `capacity` - 1.
size_t probe_fp_describe_change(probe_fp before, probe_fp after, char *text, size_t capacity);

/// Whether operations with subnormal numbers can be counted: on x86-64.
bool probe_subnormal_available(void);

/// Begins to count the operations of this thread with subnormal operands, or with results that underflow. Operations of
/// the x87 unit do not count.
///
/// Handlers of SIGFPE and SIGTRAP are installed; they pass all other signals to the previous handlers. Operations do
/// not count while the code masks the exceptions itself. Operands do not count with denormals-are-zero, and results do
/// not count with flush-to-zero.
///
/// - `limit`: the largest count, at least 1. Further operations have their normal speed; each counted one takes two
///   signals.
void probe_subnormal_begin(uint32_t limit);

/// Ends the count and returns it.
uint32_t probe_subnormal_end(void);

/// Installs a handler that does nothing for each ignored signal, which has the same effect but another value.
void probe_handle_ignored_signals(void);

/// Advances the time of day of this process, as time(), gettimeofday(), clock_gettime() and timespec_get() return it.
///
/// It applies to every thread. Monotonic clocks do not change.
void probe_clock_advance(uint32_t seconds);

/// Whether the library at `path` is unloaded after as many dlclose() calls as dlopen() calls.
///
/// A forked child process tries it, so the caller's process does not change. A library remains loaded if it is marked
/// so, if it defines unique symbols, or if another library needs it.
/// - Returns: false also if the child crashes or does not finish within two seconds.
bool probe_library_unloads(const char *path);

/// A hash of the values of all global and static variables of the libraries that were loaded after the start of the
/// program. Thread-local variables and memory to which variables point are not included.
uint64_t probe_library_variables(void);

/// A kind of process state that a plug-in must not change.
PROBE_ENUM(probe_aspect) {
  /// Name: the signal, "SIGINT". Value: handler, flags and mask.
  PROBE_ASPECT_SIGNAL_HANDLER PROBE_SWIFT(signalHandler),
  /// Name: "mask". Value: the blocked signals of the calling thread.
  PROBE_ASPECT_SIGNAL_MASK PROBE_SWIFT(signalMask),
  /// Name: the category, "LC_NUMERIC". Value: the locale. "thread": the locale of the calling thread.
  PROBE_ASPECT_LOCALE PROBE_SWIFT(locale),
  /// Name: "cwd".
  PROBE_ASPECT_DIRECTORY PROBE_SWIFT(directory),
  /// Name: "umask", in octal.
  PROBE_ASPECT_UMASK PROBE_SWIFT(umask),
  /// Name: "nice value". Value: that of the process.
  PROBE_ASPECT_PRIORITY PROBE_SWIFT(priority),
  /// Name: the limit, "RLIMIT_CORE". Value: soft and hard.
  PROBE_ASPECT_LIMIT PROBE_SWIFT(limit),
  /// Name and value of an environment variable.
  PROBE_ASPECT_ENVIRONMENT PROBE_SWIFT(environment),
  /// Name: the number. Value: the target of its link in /proc/self/fd, and whether it is non-blocking.
  PROBE_ASPECT_DESCRIPTOR PROBE_SWIFT(descriptor),
  /// Name: the address range. Value: access, offset and file of one line of /proc/self/maps.
  PROBE_ASPECT_MAPPING PROBE_SWIFT(mapping),
  /// Name: the thread id. Value: the name of the thread.
  PROBE_ASPECT_THREAD PROBE_SWIFT(thread),
};

/// Receives one item. The strings are valid during the call.
typedef void (*probe_snapshot_visitor)(void *context, probe_aspect aspect, const char *name, const char *value);

/// Calls `visitor` for every item of one kind at this moment, except for the descriptor that this function opens.
void probe_snapshot_walk(probe_aspect aspect, probe_snapshot_visitor visitor, void *context);

/// A copy of this process in its present state, for code whose effect must not remain in this process.
typedef struct probe_copy probe_copy;

/// Forks the copy. NULL on failure. Call it while the process has one thread.
///
/// - `bytes`: the size of the memory that the copy shares with this process.
/// - `timeout`: the longest duration of a call, in seconds.
/// - `function`: called in the copy, each time in its original state; returns whether its result is in `memory`.
probe_copy *probe_copy_create(
    size_t bytes, unsigned timeout, bool (*function)(void *context, uint8_t number, void *memory), void *context);

/// Lets the copy call its function. Returns the shared memory, which is valid until the next call.
///
/// - Returns: NULL if the function returned false, crashed, or did not return in time.
const void *probe_copy_call(probe_copy *copy, uint8_t number);

/// Ends the copy. NULL is allowed.
void probe_copy_destroy(probe_copy *copy);
