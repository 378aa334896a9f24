// Allocates a buffer with new[] and releases it with delete.
#include "operators.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (!effect->data) effect->data = new_array(1000);
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  delete_object(effect->data);
  effect->data = NULL;
  good_cleanup(handle);
}

PLUGIN(.activate = activate, .cleanup = cleanup)
