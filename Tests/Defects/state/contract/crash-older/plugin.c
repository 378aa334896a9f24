// Reads a value that older versions did not store, if there is a value that they stored.
#include "two-keys.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  if (!retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags)) return LV2_STATE_SUCCESS;
  const volatile float *trim = retrieve(state, urid(effect, DEFECT_URI "#trim"), &size, &type, &value_flags);
  if (type == urid(effect, LV2_ATOM__Float) && size == sizeof *trim) effect->memory[0] = *trim;
  return restore_peak(handle, retrieve, state, flags, features);
}

STATE_PLUGIN(save_two, restore)
