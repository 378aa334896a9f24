// Sparse noise, like that of some generators, at a level that depends steeply on the control. By chance, the few loud
// impulses can be at the starts of blocks in one recording and elsewhere in the next. With this seed they are.
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
