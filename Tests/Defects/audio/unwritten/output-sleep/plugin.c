// Writes no output after a second of silence.
#include "sleep.h"

static void sleep_block(Effect *effect, uint32_t frames) {}

PLUGIN(.run = run)
