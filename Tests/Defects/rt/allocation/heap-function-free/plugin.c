// Frees one of 4096 blocks, which activate() allocated, in each run().
#include "defect.h"

typedef struct Block {
  struct Block *next;
} Block;

static void drop(Effect *effect) {
  Block *block = effect->data;
  if (block) effect->data = block->next;
  free(block);
}

static void deactivate(LV2_Handle handle) {
  Effect *effect = handle;
  while (effect->data) drop(effect);
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  for (int i = 0; i < 4096; ++i) {
    Block *block = malloc(sizeof *block);
    if (!block) return;
    block->next = effect->data;
    effect->data = block;
  }
}

static void run(LV2_Handle handle, uint32_t frames) {
  drop(handle);
  good_run(handle, frames);
}

static void cleanup(LV2_Handle handle) {
  deactivate(handle);
  good_cleanup(handle);
}

PLUGIN(.activate = activate, .run = run, .deactivate = deactivate, .cleanup = cleanup)
