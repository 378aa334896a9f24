// Dereferences the result of retrieve() without a check for NULL.
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size = sizeof(float);
  uint32_t type = urid(effect, LV2_ATOM__Float), value_flags = 0;
  const volatile float *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  if (size == sizeof *value && type == urid(effect, LV2_ATOM__Float)) effect->kept = isfinite(*value) ? *value : 0;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save_peak, restore)
