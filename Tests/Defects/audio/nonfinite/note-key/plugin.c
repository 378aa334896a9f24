// The table of frequencies lacks the highest notes.
#include "key-voice.h"

static void play(Effect *effect, float key, float *output, uint32_t frames) {
  const float step = 0.5f / sqrtf(fmaxf(121 - key, 0));
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[2] = fmodf(effect->memory[2] + step, 1);
    output[i] = 0.25f * effect->memory[2];
  }
}
