// restore() reads the file at once, and save() uses its sound, although the file may not exist any more.
#include "sampler.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Status status = restore_path(handle, retrieve, state, flags, features);
  free(sound_of(effect));
  effect->port[SOUND] = open_sound(((Paths *)effect->data)->path);
  return status;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  if (*((Paths *)effect->data)->path) effect->memory[0] = *(volatile uint32_t *)&sound_of(effect)->count;
  return save_path(handle, store, state, flags, features);
}

SAMPLER_PLUGIN(save, restore, sampler_work, sampler_response)
