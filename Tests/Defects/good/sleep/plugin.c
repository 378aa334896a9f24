// Writes zeros without reading its controls after a second of silence.
#include "sleep.h"

static void sleep_block(Effect *effect, uint32_t frames) { memset(effect->port[OUTPUT], 0, frames * sizeof(float)); }

PLUGIN(.run = run)
