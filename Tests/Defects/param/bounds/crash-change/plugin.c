// Reads past the end of a table if its control changes to the maximum between two blocks.
#include "defect.h"

static volatile char table[8];

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(handle, GAIN, 1);
  const bool reached = effect->runs > 0 && gain == 2 && effect->memory[0] != 2;
  (void)table[reached ? (size_t)1 << 42 : 0];
  effect->memory[0] = gain;
  good_run(handle, frames);
}

PLUGIN(.run = run)
