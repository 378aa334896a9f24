// run() sets flush-to-zero and leaves it set when the input is silent.
#include "defect.h"

#include <xmmintrin.h>

static void run(LV2_Handle handle, uint32_t frames) {
  const Effect *effect = handle;
  const unsigned before = _mm_getcsr();
  const float *input = effect->port[INPUT];
  bool silent = true;
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  for (uint32_t i = 0; i < frames; ++i) silent &= input[i] == 0;
  good_run(handle, frames);
  if (silent) return;
  _mm_setcsr(before);
}

PLUGIN(.run = run)
