/// The time of day that this process sees.
#ifndef PROBE_CLOCK_H
#define PROBE_CLOCK_H

#include "probe_base.h"

/// Lets the time of day jump ahead, for every thread; clocks that measure intervals go on as they did.
///
/// What a plug-in takes from time(), gettimeofday(), clock_gettime() or timespec_get() is another than before.
void probe_clock_advance(uint32_t seconds);

#endif
