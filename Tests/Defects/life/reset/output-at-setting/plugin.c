// An echo whose delay line activate() does not clear; inaudible with all controls at their defaults. The volume amplifies
// the echo and the sound alike.
#include "defect.h"

enum { ECHO, VOLUME = 3, FRAMES = 1000 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc(FRAMES, sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const float level = fminf(fmaxf(control(effect, ECHO, 0), 0), 1);
  const float volume = fminf(fmaxf(control(effect, VOLUME, 1), 0), 1000);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    output[i] = volume * (sample + level * line[effect->runs]);
    line[effect->runs] = sample;
    effect->runs = (effect->runs + 1) % FRAMES;
  }
}

PLUGIN(.instantiate = instantiate, .run = run)
