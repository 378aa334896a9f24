// save() fails after restore().
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  effect->memory[1] = 1;
  return restore_peak(handle, retrieve, state, flags, features);
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  return effect->memory[1] != 0 ? LV2_STATE_ERR_UNKNOWN : save_peak(handle, store, state, flags, features);
}

STATE_PLUGIN(save, restore, .activate = NULL)
