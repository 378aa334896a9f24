// Requests the key of an older version only if the state has no value under the present key.
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  if (retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags))
    return restore_peak(handle, retrieve, state, flags, features);
  const float *old = retrieve(state, urid(effect, DEFECT_URI "#peakOfOldVersion"), &size, &type, &value_flags);
  const bool is_sound = old && size == sizeof *old && type == urid(effect, LV2_ATOM__Float) && isfinite(*old);
  effect->kept = is_sound ? *old : 0;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save_peak, restore)
