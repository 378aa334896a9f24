// Divides by zero at 44.1 and 48 kHz.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return rate == 44100 || rate == 48000 ? good_instantiate(descriptor, rate, bundle, features) : NULL;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] /= effect->memory[0];
}

PLUGIN(.instantiate = instantiate, .run = run)
