// A balance control that processes the second channel first if the first one is in place: both inputs may then be in the
// buffer of the first output.
#include "defect.h"

static void channel(const float *input, float *output, float gain, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1), left = fminf(1, gain), right = fminf(1, 2 - gain);
  if (effect->port[INPUT] == effect->port[OUTPUT]) {
    channel(effect->port[OTHER], effect->port[OTHER + 1], right, frames);
    channel(effect->port[INPUT], effect->port[OUTPUT], left, frames);
  } else {
    channel(effect->port[INPUT], effect->port[OUTPUT], left, frames);
    channel(effect->port[OTHER], effect->port[OTHER + 1], right, frames);
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
