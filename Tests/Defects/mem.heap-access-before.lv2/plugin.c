// Reads a delay line before its start, as an index without a wrap does.
#include "defect.h"

#define ENTRIES 1000

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(ENTRIES, sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const volatile float *line = effect->data;
  (void)line[-50];
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
