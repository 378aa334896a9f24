/// The correct parts of a plug-in with opts:interface and two options, which it keeps.
#ifndef LENGTHS_H
#define LENGTHS_H

#include "defect.h"

/// In `data`.
typedef struct {
  int32_t values[2];  ///< The maximum and the nominal block length.
  LV2_URID keys[2];
  LV2_URID type;
} Lengths;

SPARE LV2_Handle lengths_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                     const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Lengths *lengths = effect ? effect->data = calloc(1, sizeof *lengths) : NULL;
  if (!lengths || !effect->map) return effect;
  lengths->keys[0] = effect->map->map(effect->map->handle, LV2_BUF_SIZE__maxBlockLength);
  lengths->keys[1] = effect->map->map(effect->map->handle, LV2_BUF_SIZE__nominalBlockLength);
  lengths->type = effect->map->map(effect->map->handle, LV2_ATOM__Int);
  return effect;
}

/// Fills one option.
SPARE uint32_t get_one(Lengths *lengths, LV2_Options_Option *option) {
  for (int i = 0; i < 2; ++i) {
    if (option->key != lengths->keys[i]) continue;
    option->size = sizeof(int32_t);
    option->type = lengths->type;
    option->value = &lengths->values[i];
    return LV2_OPTIONS_SUCCESS;
  }
  return LV2_OPTIONS_ERR_BAD_KEY;
}

SPARE uint32_t set_one(Lengths *lengths, const LV2_Options_Option *option) {
  for (int i = 0; i < 2; ++i) {
    if (option->key != lengths->keys[i] || option->type != lengths->type) continue;
    lengths->values[i] = *(const int32_t *)option->value;
    return LV2_OPTIONS_SUCCESS;
  }
  return LV2_OPTIONS_ERR_BAD_KEY;
}

SPARE uint32_t get_all(LV2_Handle handle, LV2_Options_Option *option) {
  uint32_t status = LV2_OPTIONS_SUCCESS;
  for (; option->key; ++option) status |= get_one(((Effect *)handle)->data, option);
  return status;
}

SPARE uint32_t set_all(LV2_Handle handle, const LV2_Options_Option *option) {
  uint32_t status = LV2_OPTIONS_SUCCESS;
  for (; option->key; ++option) status |= set_one(((Effect *)handle)->data, option);
  return status;
}

/// A plug-in whose interface has these functions.
#define LENGTHS_PLUGIN(get_function, set_function)                                            \
  static const void *lengths_extension_data(const char *uri) {                                \
    static const LV2_Options_Interface interface = {get_function, set_function};              \
    return strcmp(uri, LV2_OPTIONS__interface) ? NULL : &interface;                           \
  }                                                                                           \
  PLUGIN(.instantiate = lengths_instantiate, .extension_data = lengths_extension_data)

#endif
