// Allocates a buffer with new[] and releases it with delete.
#include "operators.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (!effect->data) effect->data = new_array(1000);
}

PLUGIN(.activate = activate, .cleanup = delete_data)
