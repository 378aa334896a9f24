// activate() clears the port pointers.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->port, 0, sizeof effect->port);
}

PLUGIN(.activate = activate)
