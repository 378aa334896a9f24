// The last sample, which matters at other gains than 1 only, begins with the content of memory from malloc().
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(sizeof(int16_t));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1), *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  int16_t *last = effect->data;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? fminf(fmaxf(input[i], -1), 1) : 0;
    output[i] = sample + (gain - 1) * (float)*last / 32768;
    *last = (int16_t)(32767 * sample);
  }
}

PLUGIN(.instantiate = instantiate, .run = run)
