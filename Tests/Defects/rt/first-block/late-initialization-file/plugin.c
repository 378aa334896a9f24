// run() copies the sound that restore() loaded to a new block, once.
#include "sampler.h"

/// The index in Effect.port of the instance after restore(): a port that no host connects.
enum { RESTORED = SOUND - 1 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  sampler_run(handle, frames);
  if (!sound_of(effect) || !effect->port[RESTORED]) return;
  effect->port[RESTORED] = NULL;
  free(malloc(sound_of(effect)->count * sizeof(float)));
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  ((Effect *)handle)->port[RESTORED] = handle;
  return sampler_restore(handle, retrieve, state, flags, features);
}

SAMPLER_PLUGIN(save_path, restore, sampler_work, sampler_response, .run = run)
