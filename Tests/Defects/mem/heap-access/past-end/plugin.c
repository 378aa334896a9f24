// Writes one float past the end of a table of 101 floats, into bytes that the alignment of heap blocks leaves unused.
#include "defect.h"

enum { ROOM = 101 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(ROOM, sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  volatile float *table = effect->data;
  for (uint32_t i = 0; i <= ROOM; ++i) table[i] = (float)i;
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
