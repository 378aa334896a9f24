// An instrument whose release decays to subnormal numbers and stays there, with a simulated slow path for them as in
// one-pole.h.
#include "voice.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[SOUND];
  volatile float *level = effect->memory + 1;
  const float goal = is_down(effect) ? 0.5f : 0;
  for (uint32_t i = 0; i < frames; ++i) {
    *level = 0.99f * *level + 0.01f * goal;
    for (uint32_t step = 0; fpclassify(*level) == FP_SUBNORMAL && step < 40; ++step) effect->memory[2] += *level;
    output[i] = *level * sinf(0.1f * i);
  }
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
