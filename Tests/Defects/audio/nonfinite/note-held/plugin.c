// The envelope becomes NaN after a note was held for 1.5 s.
#include "voice.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[SOUND], *time = effect->memory + 1;
  const bool down = is_down(effect);
  for (uint32_t i = 0; i < frames; ++i) {
    *time = down ? *time + 1 : 0;
    output[i] = *time > 1.5f * (float)effect->rate ? NAN : 0.25f * down;
  }
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
