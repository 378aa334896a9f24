// A second of the input moves for each block.
#define SECONDS 1
#include "history.h"

static uint32_t moved(const Effect *effect) { return line_length(effect); }
