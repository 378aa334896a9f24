// Stores a value that is not plain data first, which hosts need not support, and then a plain one under the same key.
#include "state.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  if (store(state, urid(effect, DEFECT_URI "#peak"), &effect, sizeof effect, urid(effect, DEFECT_URI "#Pointer"), 0) ==
      LV2_STATE_SUCCESS)
    return LV2_STATE_SUCCESS;
  return save_peak(handle, store, state, flags, features);
}

STATE_PLUGIN(save, restore_peak)
