// Divides by the weight of a width in steps of 21 us. The table ends where the widest one needs a rate above 180 kHz.
#include "defect.h"

enum { LOW = OTHER, HIGH, STEPS = 15 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  const float width = fmaxf(control(effect, HIGH, 3) - control(effect, LOW, 1.5f), 0);
  const float weight = width * effect->rate / 48000 < STEPS ? 1 : 0;
  for (uint32_t i = 0; i < frames; ++i) output[i] /= weight;
}

PLUGIN(.run = run)
