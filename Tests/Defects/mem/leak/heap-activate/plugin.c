// activate() allocates a buffer; deactivate() drops the pointer without free().
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->data = calloc(1000, sizeof(float));
}

static void deactivate(LV2_Handle handle) { ((Effect *)handle)->data = NULL; }

PLUGIN(.activate = activate, .deactivate = deactivate)
