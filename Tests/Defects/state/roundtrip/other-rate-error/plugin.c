// Refuses a state that was saved at another sample rate.
#include "state.h"

/// Stores the length of the line in frames.
static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  (void)flags, (void)features;
  Effect *effect = handle;
  const float length = effect->rate / 100;
  return store(state, urid(effect, DEFECT_URI "#length"), &length, sizeof length, urid(effect, LV2_ATOM__Float),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  (void)flags, (void)features;
  Effect *effect = handle;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const float *value = retrieve(state, urid(effect, DEFECT_URI "#length"), &size, &type, &value_flags);
  if (!value || size != sizeof *value || type != urid(effect, LV2_ATOM__Float) || !isfinite(*value)) return LV2_STATE_SUCCESS;
  return *value == (float)(effect->rate / 100) ? LV2_STATE_SUCCESS : LV2_STATE_ERR_UNKNOWN;
}

STATE_PLUGIN(save, restore, .run = good_run)
