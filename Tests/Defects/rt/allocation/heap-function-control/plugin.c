// Rebuilds a table on the heap in run() when the control has changed.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  if (effect->runs > 0 && gain != effect->memory[0]) {
    free(effect->data);
    effect->data = calloc(64, sizeof(float));
  }
  effect->memory[0] = gain;
  good_run(handle, frames);
}

PLUGIN(.run = run)
