// Makes a new buffer in every activate, and frees the last of them in cleanup.
#include "defect.h"

static void activate(LV2_Handle handle) {
  good_activate(handle);
  ((Effect *)handle)->data = calloc(1000, sizeof(float));
}

PLUGIN(.activate = activate)
