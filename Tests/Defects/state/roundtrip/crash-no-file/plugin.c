// save() uses the name of the sound, although none was loaded yet.
#include "sampler.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  effect->memory[0] = *(volatile uint32_t *)&sound_of(effect)->count;
  return save_path(handle, store, state, flags, features);
}

SAMPLER_PLUGIN(save, sampler_restore, sampler_work, sampler_response)
