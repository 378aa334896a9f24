/// The instrumentation of a process that runs a plug-in: interposed heap and lock functions, trapped system calls,
/// guarded buffers and crash records.
///
/// This library is C because its code runs where Swift cannot: inside malloc(), inside signal handlers, before main().
/// A process arms detectors for the calling thread, calls the plug-in, disarms them, and reads the recorded events.
#pragma once

#include "probe_buffer.h"
#include "probe_event.h"
#include "probe_frame.h"
#include "probe_function.h"
#include "probe_heap.h"
#include "probe_process.h"
#include "probe_record.h"
#include "probe_watch.h"
