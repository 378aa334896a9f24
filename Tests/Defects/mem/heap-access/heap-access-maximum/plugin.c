// Writes to a table at an index computed from its control, which is too large at the maximum of 2 and beyond.
#define ENTRIES 200
#include "entries.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *table = effect->data;
  const float gain = fmaxf(control(effect, GAIN, 1), 0);
  if (gain < 100) table[(int)(100 * gain)] += 1;
  good_run(handle, frames);
}

PLUGIN(.instantiate = entries_instantiate, .run = run)
