// Deletes an object of 16 bytes as one of its base class, which has 8 bytes and no virtual destructor.
#include "operators.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (!effect->data) effect->data = new_object(16);
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  if (effect->data) delete_sized(effect->data, 8);
  effect->data = NULL;
  good_cleanup(handle);
}

PLUGIN(.activate = activate, .cleanup = cleanup)
