// activate() sets the rounding mode to downward and leaves it so.
#include "defect.h"
#include <fenv.h>

static void activate(LV2_Handle handle) {
  good_activate(handle);
  fesetround(FE_DOWNWARD);
}

PLUGIN(.activate = activate)
