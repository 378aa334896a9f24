// The worker allocates a block each time, and frees the oldest one when there are eight.
#include "worker.h"

enum { BLOCKS = 8, SAMPLES = 64 };

typedef struct {
  float *blocks[BLOCKS];
  unsigned next;
} Ring;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = worker_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(1, sizeof(Ring));
  return effect;
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  Effect *effect = handle;
  Ring *ring = effect->data;
  float **block = &ring->blocks[ring->next++ % BLOCKS];
  free(*block);
  *block = calloc(SAMPLES, sizeof(float));
  return good_work(handle, respond, answer, size, data);
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  Ring *ring = effect->data;
  for (unsigned index = 0; index < BLOCKS; ++index) free(ring->blocks[index]);
  good_cleanup(handle);
}

WORKER_PLUGIN(work, good_response, .instantiate = instantiate, .cleanup = cleanup)
