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

/// Where the code begins that a thread of the plug-in's runs: the routine that it was started with, or, of a std::thread,
/// the table of virtual functions of what that runs.
///
/// - `number`: the kernel's.
/// - Returns: NULL where the thread is none of these.
const void *probe_thread_code(int number);

#endif
