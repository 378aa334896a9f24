// The sound repeats while the input is not 0. activate() leaves the position in it where it was. Its files are SFZ files.
#include "sfz.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  request_sounds(effect);
  const Sound *sound = sound_of(effect);
  uint32_t position = sound && sound->count ? (uint32_t)effect->kept % sound->count : 0;
  good_run(handle, frames);
  for (uint32_t i = 0; sound && sound->count && i < frames && output[i] != 0; ++i) {
    output[i] += sound->samples[position];
    position = (position + 1) % sound->count;
  }
  effect->kept = position;
}

SAMPLER_PLUGIN(save_path, sampler_restore, sfz_work, sampler_response, .activate = good_activate, .run = run)
