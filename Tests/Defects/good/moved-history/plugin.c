// The last 50 ms of the input move for each block: less than what counts.
#define SECONDS 0.05
#include "history.h"

static uint32_t moved(const Effect *effect) { return line_length(effect); }
