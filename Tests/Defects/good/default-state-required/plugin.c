// Needs the sound of its default state, which the host restores before run().
#include "sampler.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  if (sound_of(effect)) return sampler_restore(handle, retrieve, state, flags, features);
  const LV2_State_Status status = restore_path(handle, retrieve, state, flags, features);
  Sound *sound = open_sound(((Paths *)effect->data)->path);
  effect->port[SOUND] = sound ? sound : calloc(1, sizeof *sound);
  return status;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  sampler_run(handle, frames);
  if (sound_of(effect)->count == 0) ((float *)effect->port[OUTPUT])[0] = 0;
}

SAMPLER_PLUGIN(save_path, restore, sampler_work, sampler_response, .run = run)
