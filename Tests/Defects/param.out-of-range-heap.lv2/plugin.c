// Writes to a table at an index computed from its control, which is valid up to the maximum of 2 only.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(201, sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *table = effect->data;
  const float gain = fmaxf(control(effect, GAIN, 1), 0);
  if (gain < 100) table[(int)(100 * gain)] = gain;
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
