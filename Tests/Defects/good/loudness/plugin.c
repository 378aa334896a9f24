// The level of silence in decibels is minus infinity, in a control output whose name states the unit.
#include "output-peak.h"

static float value(float peak) { return 20 * log10f(peak); }
