/// What of a process a plug-in has no business changing.
#ifndef PROBE_SNAPSHOT_H
#define PROBE_SNAPSHOT_H

#include "probe_base.h"

PROBE_ENUM(probe_aspect) {
  /// Name: the signal, "SIGINT". Value: handler, flags and mask.
  PROBE_ASPECT_SIGNAL_HANDLER PROBE_SWIFT(signalHandler),
  /// Name: "mask". Value: the signals blocked in the calling thread.
  PROBE_ASPECT_SIGNAL_MASK PROBE_SWIFT(signalMask),
  /// Name: the category, "LC_NUMERIC". Value: the locale of the calling thread.
  PROBE_ASPECT_LOCALE PROBE_SWIFT(locale),
  /// Name: "cwd".
  PROBE_ASPECT_DIRECTORY PROBE_SWIFT(directory),
  /// Name: "umask", in octal.
  PROBE_ASPECT_UMASK PROBE_SWIFT(umask),
  /// Name: the limit, "RLIMIT_CORE". Value: soft and hard.
  PROBE_ASPECT_LIMIT PROBE_SWIFT(limit),
  /// Name and value as in the environment.
  PROBE_ASPECT_ENVIRONMENT PROBE_SWIFT(environment),
  /// Name: the number. Value: what it is open on, as /proc tells, and whether it does not block.
  PROBE_ASPECT_DESCRIPTOR PROBE_SWIFT(descriptor),
  /// Name: the range of addresses. Value: access, offset and file of one line of /proc/self/maps.
  PROBE_ASPECT_MAPPING PROBE_SWIFT(mapping),
  /// Name: the thread's number. Value: its name.
  PROBE_ASPECT_THREAD PROBE_SWIFT(thread),
};

/// Receives one fact. The strings are valid during the call.
typedef void (*probe_snapshot_visitor)(void *context, probe_aspect aspect, const char *name, const char *value);

/// Tells everything above about the process as it is now; the descriptor used for reading is left out.
void probe_snapshot_walk(probe_snapshot_visitor visitor, void *context);

#endif
