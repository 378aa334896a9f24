// Reads bufsz:maxBlockLength, but aborts if it is above 4096.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  const LV2_Options_Option *option = effect->options;
  if (!effect->map || !option) {
    good_cleanup(effect);
    return NULL;
  }
  const LV2_URID longest = effect->map->map(effect->map->handle, LV2_BUF_SIZE__maxBlockLength);
  for (; option->key; ++option)
    if (option->key == longest) effect->memory[63] = fminf(4096, (float)*(const int32_t *)option->value);
  return effect;
}

// Keeps memory[63], the maximum block length, which good_activate() would clear.
static void activate(LV2_Handle handle) { ((Effect *)handle)->runs = 0; }

static void run(LV2_Handle handle, uint32_t frames) {
  if ((float)frames > ((Effect *)handle)->memory[63]) abort();
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
