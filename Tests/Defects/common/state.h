/// The correct parts of a plug-in with state: an amplifier that keeps the peak of its input.
///
/// The state is one atom:Float under DEFECT_URI "#peak".
#ifndef STATE_H
#define STATE_H

#include "defect.h"

/// The URID of a URI; 0 if the host has no map.
SPARE LV2_URID urid(const Effect *effect, const char *uri) {
  return effect->map ? effect->map->map(effect->map->handle, uri) : 0;
}

SPARE void keep_peak(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  for (uint32_t i = 0; i < frames; ++i)
    if (fabsf(input[i]) > effect->kept) effect->kept = fabsf(input[i]);
  good_run(handle, frames);
}

SPARE LV2_State_Status save_peak(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                                 uint32_t flags, const LV2_Feature *const *features) {
  (void)flags, (void)features;
  Effect *effect = handle;
  return store(state, urid(effect, DEFECT_URI "#peak"), &effect->kept, sizeof effect->kept,
               urid(effect, LV2_ATOM__Float), LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

SPARE LV2_State_Status restore_peak(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                    uint32_t flags, const LV2_Feature *const *features) {
  (void)flags, (void)features;
  Effect *effect = handle;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const float *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  const bool sound = value && size == sizeof *value && type == urid(effect, LV2_ATOM__Float) && isfinite(*value);
  effect->kept = sound ? *value : 0;
  return LV2_STATE_SUCCESS;
}

/// A plug-in whose state interface has these two functions; the other arguments are those of PLUGIN().
#define STATE_PLUGIN(save_function, restore_function, ...)                                        \
  static const void *state_extension_data(const char *uri) {                                      \
    static const LV2_State_Interface interface = {save_function, restore_function};               \
    return strcmp(uri, LV2_STATE__interface) ? NULL : &interface;                                 \
  }                                                                                               \
  PLUGIN(.run = keep_peak, .extension_data = state_extension_data, ##__VA_ARGS__)

#endif
