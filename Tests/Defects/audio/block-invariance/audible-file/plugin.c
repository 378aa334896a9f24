// The sound of the file becomes quieter once in each run(), whatever its length.
#include "sampler.h"

/// The index in Effect.memory of the attenuation.
enum { ATTENUATION };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  request_sounds(effect);
  const Sound *sound = sound_of(effect);
  if (effect->runs == 0) effect->kept = 0;
  uint32_t position = effect->kept;
  const float level = 1 / (1 + effect->memory[ATTENUATION]);
  good_run(handle, frames);
  for (uint32_t i = 0; sound && i < frames && position < sound->count; ++i)
    output[i] += level * sound->samples[position++];
  effect->kept = position;
  effect->memory[ATTENUATION] += 0.1f;
}

SAMPLER_PLUGIN(save_path, sampler_restore, sampler_work, sampler_response, .run = run)
