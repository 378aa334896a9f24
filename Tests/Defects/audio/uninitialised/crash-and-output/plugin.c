// Two members that nobody sets: the position in a table, which ends the process, and an amount, which changes the output.
#include "defect.h"

typedef struct Tone {
  float table[64];
  uint32_t position;
  float amount;
} Tone;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Tone *tone = effect->data = malloc(sizeof(Tone));
  for (int i = 0; i < 64; ++i) tone->table[i] = (float)i / 64;
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Tone *tone = effect->data;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] += tone->amount * 1e-9f * tone->table[tone->position];
}

PLUGIN(.instantiate = instantiate, .run = run)
