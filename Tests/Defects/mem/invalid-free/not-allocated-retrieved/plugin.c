// Frees the value that retrieve() returned in restore(); the host owns it.
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const void *value = retrieve(state, urid(handle, DEFECT_URI "#peak"), &size, &type, &value_flags);
  const LV2_State_Status status = restore_peak(handle, retrieve, state, flags, features);
  free((void *)value);
  return status;
}

STATE_PLUGIN(save_peak, restore)
