// Loads vectors with an instruction that requires an alignment of 16 bytes.
#include "defect.h"
#include <xmmintrin.h>

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  uint32_t i = 0;
  for (; i + 4 <= frames; i += 4) _mm_store_ps(output + i, _mm_mul_ps(_mm_set1_ps(gain), _mm_load_ps(input + i)));
  for (; i < frames; ++i) output[i] = gain * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
