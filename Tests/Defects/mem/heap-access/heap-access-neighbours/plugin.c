// A longer block than 7192 frames overwrites the metadata of a freed block behind the scratch buffer. The malloc() of
// the next instance then crashes because of the same defect.
#include "defect.h"

#define ROOM 7192

typedef struct {
  float *scratch;
  void *wall, *large;
} Blocks;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!effect) return NULL;
  Blocks *blocks = effect->data = calloc(1, sizeof *blocks);
  blocks->scratch = calloc(ROOM, sizeof(float));
  void *hole = malloc(5000);
  blocks->wall = malloc(40);
  free(hole);
  // A request for a larger block makes malloc() move the freed block into the list of its size.
  blocks->large = malloc(60000);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const Blocks *blocks = effect->data;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *scratch = blocks->scratch, *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) scratch[i] = gain * input[i];
  for (uint32_t i = 0; i < frames; ++i) output[i] = scratch[i];
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  Blocks *blocks = effect->data;
  free(blocks->scratch);
  free(blocks->wall);
  free(blocks->large);
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .run = run, .cleanup = cleanup)
