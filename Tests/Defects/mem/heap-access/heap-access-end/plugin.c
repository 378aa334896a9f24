// At 96 kHz, a loop writes past the end of its buffer until it leaves the heap. mem.heap-access does not use the rate itself;
// the address of the crash in another check does not belong to a block.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(100, sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  float *line = effect->data;
  const int length = effect->rate == 96000 ? 1 << 28 : 100;
  for (int i = 0; i < length; ++i) line[i] = 0.5f;
}

PLUGIN(.instantiate = instantiate, .activate = activate)
