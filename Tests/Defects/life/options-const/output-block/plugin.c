// Divides by 0 at a maximum block length of 512 frames, which set() sets.
#include "defect.h"

static LV2_URID maximum;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect->map) maximum = effect->map->map(effect->map->handle, LV2_BUF_SIZE__maxBlockLength);
  effect->kept = 1;
  return effect;
}

static uint32_t get(LV2_Handle handle, LV2_Options_Option *option) {
  (void)handle, (void)option;
  return LV2_OPTIONS_ERR_BAD_KEY;
}

static uint32_t set(LV2_Handle handle, const LV2_Options_Option *option) {
  Effect *effect = handle;
  for (; option->key; ++option)
    if (option->key == maximum && option->size == sizeof(int32_t))
      effect->kept = 1 / (float)(*(const int32_t *)option->value - 512);
  return LV2_OPTIONS_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] += 0 * effect->kept;
}

static const void *extension_data(const char *uri) {
  static const LV2_Options_Interface interface = {get, set};
  return strcmp(uri, LV2_OPTIONS__interface) ? NULL : &interface;
}

PLUGIN(.instantiate = instantiate, .run = run, .extension_data = extension_data)
