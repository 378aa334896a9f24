// Disables the flush-to-zero mode of the host during run().
#include "one-pole.h"
#include <xmmintrin.h>

static void run(LV2_Handle handle, uint32_t frames) {
  const unsigned state = _mm_getcsr();
  _mm_setcsr(state & ~0x8040u);
  one_pole_run(handle, frames);
  _mm_setcsr(state);
}

PLUGIN(.run = run)
