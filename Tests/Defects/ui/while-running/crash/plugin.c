// run() reads a table that the interface can replace.
#include "defect.h"

static float table[16];

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = table;
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  if (frames > 0) effect->kept = *(volatile float *)effect->data;
}

static void cleanup(LV2_Handle handle) { free(handle); }

PLUGIN(.instantiate = instantiate, .run = run, .cleanup = cleanup)
