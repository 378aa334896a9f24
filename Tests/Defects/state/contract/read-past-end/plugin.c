// Reads two numbers although save() stored one.
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  const volatile float *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  if (value && type == urid(effect, LV2_ATOM__Float)) (void)value[1];
  return restore_peak(handle, retrieve, state, flags, features);
}

STATE_PLUGIN(save_peak, restore)
