// Stores the number of its version under the key of the peak.
#include "state.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const float version = 2;
  store(state, urid(effect, DEFECT_URI "#peak"), &version, sizeof version, urid(effect, LV2_ATOM__Float),
        LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  return save_peak(handle, store, state, flags, features);
}

STATE_PLUGIN(save, restore_peak)
