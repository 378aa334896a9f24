// Stores the same value twice.
#include "state.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  save_peak(handle, store, state, flags, features);
  return save_peak(handle, store, state, flags, features);
}

STATE_PLUGIN(save, restore_peak)
