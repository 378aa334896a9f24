// Divides by the difference of the restored length in frames and the end of a line of the current sample rate.
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
  effect->memory[63] = *value;
  effect->kept = *value > 0 ? *value : 0;
  return LV2_STATE_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  const float rest = effect->kept > 0 ? sqrtf((float)effect->rate / 100 - effect->kept) : 0;
  for (uint32_t i = 0; i < frames; ++i) output[i] += 0 * rest;
}

STATE_PLUGIN(save, restore, .run = run)
