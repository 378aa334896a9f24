// Each activate() allocates a buffer; cleanup() frees only the last one.
#include "defect.h"

static void activate(LV2_Handle handle) {
  good_activate(handle);
  ((Effect *)handle)->data = calloc(1000, sizeof(float));
}

PLUGIN(.activate = activate)
