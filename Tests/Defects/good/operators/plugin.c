// Releases each block with the operator that matches its allocation, also those without an exception, with a size and
// with an alignment.
#include "operators.h"

typedef struct {
  void *object, *array, *quiet, *aligned, *block;
} Blocks;

static void activate(LV2_Handle handle) {
  static const char nothrow;
  Effect *effect = handle;
  good_activate(handle);
  if (effect->data) return;
  Blocks *blocks = malloc(sizeof *blocks);
  *blocks = (Blocks){
      .object = new_object(24), .array = new_array(100), .quiet = new_quietly(40, &nothrow),
      .aligned = new_aligned(100, 64), .block = realloc(malloc(10), 20)};
  effect->data = blocks;
}

static void cleanup(LV2_Handle handle) {
  Blocks *blocks = ((Effect *)handle)->data;
  if (blocks) {
    delete_sized(blocks->object, 24);
    delete_array(blocks->array);
    delete_object(blocks->quiet);
    delete_aligned(blocks->aligned, 64);
    free(blocks->block);
  }
  good_cleanup(handle);
}

PLUGIN(.activate = activate, .cleanup = cleanup)
