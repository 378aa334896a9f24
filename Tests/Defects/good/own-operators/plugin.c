// The library has an operator new that calls malloc(), so that free() releases its blocks.
#include "operators.h"

__attribute__((visibility("default"))) void *new_object(size_t size) { return malloc(size); }
__attribute__((visibility("default"))) void delete_object(void *block) { free(block); }

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (!effect->data) effect->data = new_object(1000);
}

PLUGIN(.activate = activate)
