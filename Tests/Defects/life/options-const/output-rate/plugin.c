// Forgets the sample rate when an option changes it.
#include "defect.h"
#include <lv2/parameters/parameters.h>

typedef struct {
  LV2_URID rate;
} Options;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Options *options = effect->data = calloc(1, sizeof *options);
  if (effect->map) options->rate = effect->map->map(effect->map->handle, LV2_PARAMETERS__sampleRate);
  return effect;
}

static uint32_t get(LV2_Handle handle, LV2_Options_Option *option) {
  (void)handle, (void)option;
  return LV2_OPTIONS_ERR_BAD_KEY;
}

static uint32_t set(LV2_Handle handle, const LV2_Options_Option *option) {
  Effect *effect = handle;
  const Options *options = effect->data;
  for (; option->key; ++option)
    if (option->key == options->rate && option->size == sizeof(float)) effect->rate = 0;
  return LV2_OPTIONS_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  const float pole = logf((float)effect->rate - 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] += 0 * pole;
}

static const void *extension_data(const char *uri) {
  static const LV2_Options_Interface interface = {get, set};
  return strcmp(uri, LV2_OPTIONS__interface) ? NULL : &interface;
}

PLUGIN(.instantiate = instantiate, .run = run, .extension_data = extension_data)
