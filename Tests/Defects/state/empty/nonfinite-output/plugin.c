// Outputs infinity if restore() found no value.
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  const float *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  const bool sound = value && size == sizeof *value && type == urid(effect, LV2_ATOM__Float) && isfinite(*value);
  effect->kept = sound ? *value : 0;
  effect->memory[0] = value ? 0 : INFINITY;
  return LV2_STATE_SUCCESS;
}

static void activate(LV2_Handle handle) { (void)handle; }

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  keep_peak(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] += effect->memory[0];
}

STATE_PLUGIN(save_peak, restore, .activate = activate, .run = run)
