// Sparse noise alone, as some generators make it, at a level that follows the control steeply: the few loud impulses may
// stand at the starts of blocks by chance, and elsewhere the next time. They do with this seed.
#define FIRST_SEED 40
#include "noise.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  const float gain = fmaxf(0, fminf(2, control(effect, GAIN, 1)));
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] = next_noise(effect->data) >> 24 ? 0 : powf(gain, 8);
}

PLUGIN(.instantiate = noise_instantiate, .run = run)
