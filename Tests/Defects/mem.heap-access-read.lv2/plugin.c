// Reads one entry past the end of a table, as an interpolation at its last entry does.
#include "defect.h"

#define ENTRIES 64

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(ENTRIES, sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const volatile float *table = effect->data;
  (void)table[ENTRIES];
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
