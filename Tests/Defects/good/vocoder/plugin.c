// Shapes one channel by another; the right output is a frame later. Bypassed, both outputs equal the first input.
#include "defect.h"

enum { ENABLED, CARRIER, MODULATOR, LEFT, RIGHT };
enum { ENVELOPE, FADE, LAST };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *carrier = effect->port[CARRIER], *modulator = effect->port[MODULATOR];
  float *left = effect->port[LEFT], *right = effect->port[RIGHT], *memory = effect->memory;
  const float goal = control(effect, ENABLED, 1) > 0;
  for (uint32_t i = 0; i < frames; ++i) {
    const float dry = carrier[i], shape = isfinite(modulator[i]) ? fabsf(modulator[i]) : 0;
    memory[FADE] += fminf(fmaxf(goal - memory[FADE], -1e-3f), 1e-3f);
    memory[ENVELOPE] = fmaxf(fminf(shape, 4), 0.999f * memory[ENVELOPE]);
    if (memory[ENVELOPE] < 1e-9f) memory[ENVELOPE] = 0;
    const float wet = memory[FADE] * memory[ENVELOPE];
    left[i] = memory[FADE] > 0 ? wet * dry + (1 - memory[FADE]) * dry : dry;
    right[i] = memory[FADE] > 0 ? wet * memory[LAST] + (1 - memory[FADE]) * dry : dry;
    memory[LAST] = isfinite(dry) ? dry : 0;
  }
}

PLUGIN(.run = run)
