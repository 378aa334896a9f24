// The delay line has space for 2 ms up to 96 kHz, but its length follows the rate.
#define ENTRIES 192
#include "entries.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *line = effect->data;
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  line[(int)(gain * (effect->rate - 1) / 1000)] = 0;
  good_run(handle, frames);
}

PLUGIN(.instantiate = entries_instantiate, .run = run)
