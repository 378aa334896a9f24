// Stores a double as an atom:Float.
#include "state.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const double peak = effect->kept;
  return store(state, urid(effect, DEFECT_URI "#peak"), &peak, sizeof peak, urid(effect, LV2_ATOM__Float),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const void *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  double peak = 0;
  if (value && size == sizeof peak) memcpy(&peak, value, sizeof peak);
  effect->kept = isfinite(peak) ? (float)peak : 0;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save, restore)
