// Reads every value as a text, up to the end of its line.
#include "text.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  const char *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  if (!value || strchr(value, '\n')) return LV2_STATE_SUCCESS;
  const float peak = strtof(value, NULL);
  effect->kept = isfinite(peak) ? peak : 0;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save_text, restore)
