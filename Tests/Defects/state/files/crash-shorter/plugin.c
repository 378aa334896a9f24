// Keeps the position in the old sound when a shorter one replaces it, and tests only whether the end is reached.
#include "sampler.h"

/// The index in Effect.memory of a flag: a sound plays.
enum { PLAYS };

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  Effect *effect = handle;
  Sound *old = exchange_sound(effect, body);
  if (!effect->memory[PLAYS] && sound_of(effect)->count > 0) {
    effect->memory[PLAYS] = 1;
    effect->kept = 0;
  }
  return free_sound(effect, old);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  request_sounds(effect);
  const Sound *sound = sound_of(effect);
  uint32_t position = effect->kept;
  good_run(handle, frames);
  for (uint32_t i = 0; sound && i < frames && effect->memory[PLAYS]; ++i) {
    output[i] += sound->samples[position];
    if (++position == sound->count) effect->memory[PLAYS] = position = 0;
  }
  effect->kept = position;
}

SAMPLER_PLUGIN(save_path, sampler_restore, sampler_work, response, .run = run)
