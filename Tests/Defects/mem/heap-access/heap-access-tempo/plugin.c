// The beat of a tempo below 60 beats per minute is longer than the line.
#include "beat.h"

static uint32_t limited(uint32_t delay, uint32_t length) { return delay; }
