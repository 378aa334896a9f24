// Keeps the last frames for a meter. Blocks that are shorter than half of the buffer, and those that fill it, are correct;
// one between them is copied after what remains.
#include "defect.h"

enum { ROOM = 1800 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(ROOM, sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *kept = effect->data;
  const uint32_t half = ROOM / 2;
  if (frames >= ROOM) {
    memcpy(kept, input + frames - ROOM, ROOM * sizeof *kept);
  } else {
    memmove(kept, kept + half, half * sizeof *kept);
    memcpy(kept + half, input, frames * sizeof *kept);
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
