// The first 64 frames of a sample become louder by a logarithm, which is infinite at the first one. Its files are SFZ files.
#include "sfz.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  request_sounds(effect);
  const Sound *sound = sound_of(effect);
  if (effect->runs == 0) effect->kept = 0;
  uint32_t position = effect->kept;
  good_run(handle, frames);
  for (uint32_t i = 0; sound && i < frames && position < sound->count; ++i, ++position)
    output[i] += sound->samples[position] * (position < 64 ? 1 + 0.1f * logf(position / 64.0f) : 1);
  effect->kept = position;
}

SAMPLER_PLUGIN(save_path, sampler_restore, sfz_work, sampler_response, .run = run)
