// The table of sample rates lacks 96 kHz: at that rate, the buffer is a hundred times too small. mem.heap-access does
// not use the rate itself; it reports the heap damage that another check finds.
#include "defect.h"

static size_t room(double rate) {
  switch ((int)rate) {
    case 96000: return 100;
    default: return 10000;
  }
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(room(rate), sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  float *line = effect->data;
  for (int i = 0; i < 10000; ++i) line[i] = 0.5f;
}

PLUGIN(.instantiate = instantiate, .activate = activate)
