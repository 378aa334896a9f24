// Switches flush-to-zero on for its own sake, and at the end off, as if no host had ever had it on.
#include "defect.h"

#include <xmmintrin.h>

static void run(LV2_Handle handle, uint32_t frames) {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  good_run(handle, frames);
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
}

PLUGIN(.run = run)
