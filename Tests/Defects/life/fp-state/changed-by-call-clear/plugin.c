// run() sets flush-to-zero and clears it at its end, even if the host had set it.
#include "defect.h"

#include <xmmintrin.h>

static void run(LV2_Handle handle, uint32_t frames) {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  good_run(handle, frames);
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
}

PLUGIN(.run = run)
