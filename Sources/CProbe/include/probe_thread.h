/// The threads that the plug-in starts.
#ifndef PROBE_THREAD_H
#define PROBE_THREAD_H

#include "probe_base.h"

/// Waits until every thread that the plug-in started is asleep, at most `milliseconds`.
///
/// Such threads are those made by a thread that watches `PROBE_WATCH_OWNERSHIP`, and those that these make. Returns at
/// once where there are none.
/// - Returns: whether all are.
bool probe_threads_rest(uint32_t milliseconds);

#endif
