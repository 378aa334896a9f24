// The worker adds a block to a list that only cleanup() empties.
#include "worker.h"

typedef struct Block {
  struct Block *next;
  float samples[64];
} Block;

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  Effect *effect = handle;
  Block *block = calloc(1, sizeof *block);
  if (block) {
    block->next = effect->data;
    effect->data = block;
  }
  return good_work(handle, respond, answer, size, data);
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  for (Block *block = effect->data; block;) {
    Block *next = block->next;
    free(block);
    block = next;
  }
  free(effect);
}

WORKER_PLUGIN(work, good_response, .cleanup = cleanup)
