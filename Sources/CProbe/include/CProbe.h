/// What lv2val puts under a plug-in: interposed heap and locks, trapped system calls, guarded buffers, crash records.
///
/// Everything here is C because it runs where Swift may not: inside malloc, inside a signal handler, before main.
/// A process arms what it needs for the calling thread, calls the plug-in, disarms, and reads what was recorded.
#ifndef CPROBE_H
#define CPROBE_H

#include "probe_buffer.h"
#include "probe_clock.h"
#include "probe_event.h"
#include "probe_fp.h"
#include "probe_frame.h"
#include "probe_heap.h"
#include "probe_library.h"
#include "probe_record.h"
#include "probe_snapshot.h"
#include "probe_syscall.h"
#include "probe_thread.h"
#include "probe_watch.h"

#endif
