// An instrument whose release decays to subnormal numbers and stays there. Four partials have a level each.
#include "voice.h"

enum { LEVEL = 1, PARTIALS = 4 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[SOUND];
  volatile float *level = effect->memory + LEVEL;
  const float goal = is_down(effect) ? 0.2f : 0;
  for (uint32_t i = 0; i < frames; ++i) {
    output[i] = 0;
    for (int partial = 0; partial < PARTIALS; ++partial) {
      level[partial] = 0.99f * level[partial] + 0.01f * goal;
      output[i] += level[partial] * sinf(0.1f * (partial + 1) * i);
    }
  }
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
