// activate() reads the gain, although no port may be connected yet.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->kept = *(volatile float *)effect->port[GAIN];
}

PLUGIN(.activate = activate)
