/// A compressor with a release of 0.3 s. The including file defines the rate from which its coefficient is computed,
/// `RATE(effect)`.
#include "defect.h"

static const float THRESHOLD = 0.02f;

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1), release = expf((float)(-1 / (0.3 * RATE(effect))));
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *peak = &effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = fabsf(input[i]) < 1e6f ? input[i] : 0;
    *peak = fmaxf(fabsf(sample), release * *peak);
    if (*peak < 1e-15f) *peak = 0;
    output[i] = gain * sample * (*peak > THRESHOLD ? THRESHOLD / *peak : 1);
  }
}

PLUGIN(.run = run)
