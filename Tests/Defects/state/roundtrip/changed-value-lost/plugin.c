// Retrieves the value under another key than save() used.
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  const float *value = retrieve(state, urid(effect, DEFECT_URI "#Peak"), &size, &type, &value_flags);
  if (value) effect->kept = *value;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save_peak, restore)
