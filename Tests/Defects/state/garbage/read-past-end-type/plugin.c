// Reads every value as a number of 8 bytes, without a check of its type.
#include "state.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const double peak = effect->kept;
  return store(state, urid(effect, DEFECT_URI "#peak"), &peak, sizeof peak, urid(effect, LV2_ATOM__Double),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  const double *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  if (value) effect->kept = isfinite(*value) ? (float)*value : 0;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save, restore)
