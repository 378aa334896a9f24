// Stores the sample rate in a static variable: all instances use the rate of the last one.
#include "defect.h"

static double common_rate;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  common_rate = rate;
  return good_instantiate(descriptor, rate, bundle, features);
}

/// A lowpass at 1 kHz.
static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  const float part = 1 - expf(-6283.2f / (float)common_rate);
  float level = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    level += part * (input[i] - level);
    output[i] = gain * level;
  }
  effect->memory[0] = isfinite(level) && fabsf(level) > 1e-20f ? level : 0;
}

PLUGIN(.instantiate = instantiate, .run = run)
