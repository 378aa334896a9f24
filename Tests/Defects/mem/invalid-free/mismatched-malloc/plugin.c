// Allocates a buffer with malloc() in each activate(), and releases it with delete.
#include "operators.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  delete_object(effect->data);
  effect->data = malloc(100);
}

PLUGIN(.activate = activate, .cleanup = delete_data)
