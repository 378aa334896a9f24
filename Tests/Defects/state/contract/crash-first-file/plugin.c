// Compares the first sound with the one before it, although there is none if the file of a session does not exist.
#include "sampler.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  if (sound_of(effect)) return sampler_restore(handle, retrieve, state, flags, features);
  const LV2_State_Status status = restore_path(handle, retrieve, state, flags, features);
  effect->port[SOUND] = open_sound(((Paths *)effect->data)->path);
  return status;
}

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  Effect *effect = handle;
  effect->memory[0] = *(volatile uint32_t *)&sound_of(effect)->count;
  return sampler_response(handle, size, body);
}

SAMPLER_PLUGIN(save_path, restore, sampler_work, response)
