// Stores a value of size 0.
#include "state.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  store(state, urid(effect, DEFECT_URI "#name"), "", 0, urid(effect, LV2_ATOM__String),
        LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  return save_peak(handle, store, state, flags, features);
}

STATE_PLUGIN(save, restore_peak)
