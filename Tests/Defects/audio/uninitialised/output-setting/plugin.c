// A second voice, used at gains above 1.5, whose phase starts with the content of memory from malloc().
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(sizeof(uint32_t));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  uint32_t *phase = effect->data;
  good_run(handle, frames);
  if (control(effect, GAIN, 1) <= 1.5f) return;
  for (uint32_t i = 0; i < frames; ++i) output[i] += (float)((*phase += 40503) >> 16 & 0xFF) * 1e-3f;
}

PLUGIN(.instantiate = instantiate, .run = run)
