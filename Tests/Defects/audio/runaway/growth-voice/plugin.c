// An instrument with an echo whose feedback exceeds 1.
#include "voice.h"

enum { FEEDBACK = SOUND + 1, FRAMES = 8000 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(FRAMES, sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  good_activate(handle);
  memset(((Effect *)handle)->data, 0, FRAMES * sizeof(float));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[SOUND], *line = effect->data;
  const float feedback = fminf(fmaxf(control(effect, FEEDBACK, 0.3f), 0), 1.2f);
  const float level = is_down(effect) ? 0.25f : 0;
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[1] = fmodf(effect->memory[1] + 0.02f, 6.2831853f);
    const float sample = level * sinf(effect->memory[1]) + feedback * line[effect->runs];
    output[i] = line[effect->runs] = fabsf(sample) < 1e-15f ? 0 : fminf(fmaxf(sample, -1e6f), 1e6f);
    effect->runs = (effect->runs + 1) % FRAMES;
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
