// Smooths its gain, from 0 in a new instance; activate() leaves the smoothed gain as it is.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc(1, sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *smoothed = effect->data;
  for (uint32_t i = 0; i < frames; ++i) {
    *smoothed += 0.01f * (gain - *smoothed);
    output[i] = *smoothed * input[i];
  }
  effect->runs += frames > 0;
}

PLUGIN(.instantiate = instantiate, .run = run)
