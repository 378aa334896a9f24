// A limiter against sounds that are not finite mutes the output when one occurs. activate() does not end that.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    if (!isfinite(input[i])) effect->kept = 1;
    output[i] = effect->kept ? 0 : sample;
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
