// Frees its buffer in deactivate() and again in cleanup().
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (!effect->data) effect->data = malloc(1000);
}

static void deactivate(LV2_Handle handle) { free(((Effect *)handle)->data); }

PLUGIN(.activate = activate, .deactivate = deactivate)
