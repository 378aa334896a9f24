/// An instrument with a transposition, whose oscillator grows at some keys. The including file defines `is_stable(key, transpose)`.
#include "key-voice.h"

enum { TRANSPOSE = 2 };

static bool is_stable(float key, float transpose);

static void play(Effect *effect, float key, float *output, uint32_t frames) {
  const float transpose = fminf(fmaxf(control(effect, TRANSPOSE, 0), -48), 48);
  const float growth = is_stable(key, transpose) ? 1 : 1.01f;
  if (effect->memory[2] == 0) effect->memory[2] = 0.1f;
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[2] *= -growth;
    output[i] = effect->memory[2];
  }
}
