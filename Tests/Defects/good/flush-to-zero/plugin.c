// Sets flush-to-zero and denormals-are-zero during run() and restores the host's state.
#include "defect.h"
#include <xmmintrin.h>

static void run(LV2_Handle handle, uint32_t frames) {
  const unsigned state = _mm_getcsr();
  _mm_setcsr(state | 0x8040);
  good_run(handle, frames);
  _mm_setcsr(state);
}

PLUGIN(.run = run)
