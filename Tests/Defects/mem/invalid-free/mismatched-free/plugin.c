// Allocates a buffer with new and releases it with free().
#include "operators.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (!effect->data) effect->data = new_object(1000);
}

PLUGIN(.activate = activate)
