// Raises every sticky floating-point exception flag; a host does not depend on them.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  volatile float zero = 0, huge = 3e38f, tiny = 1e-38f, result;
  result = 1 / zero;
  result = zero / zero;
  result = huge * huge;
  result = tiny * tiny;
  (void)result;
  good_run(handle, frames);
}

PLUGIN(.run = run)
