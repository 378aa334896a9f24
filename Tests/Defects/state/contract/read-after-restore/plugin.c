// Reads a retrieved value in run(), after restore() returned.
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  const float *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  if (value && size == sizeof *value && type == urid(effect, LV2_ATOM__Float)) effect->port[OTHER] = (void *)value;
  effect->kept = 0;
  return LV2_STATE_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *late = effect->port[OTHER];
  if (late) effect->kept = isfinite(*late) ? *late : 0;
  effect->port[OTHER] = NULL;
  keep_peak(handle, frames);
}

STATE_PLUGIN(save_peak, restore, .run = run)
