// Writes to a table at an index computed from its control, which is valid up to the maximum of 2 only.
#define ENTRIES 201
#include "entries.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *table = effect->data;
  const float gain = fmaxf(control(effect, GAIN, 1), 0);
  if (gain < 100) table[(int)(100 * gain)] = gain;
  good_run(handle, frames);
}

PLUGIN(.instantiate = entries_instantiate, .run = run)
