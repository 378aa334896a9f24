// Controls that rarely matter: a noise gate that is off by default, whose threshold is below usual sound, whose hold matters when
// sound ends, and whose switch 'open' acts when it is pressed.
#include "defect.h"

enum { GATE = OTHER, THRESHOLD, HOLD, OPEN };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1), *input = effect->port[INPUT];
  const float threshold = powf(10, control(effect, THRESHOLD, -70) / 20);
  float *held = &effect->memory[0], *before = &effect->memory[1], *output = effect->port[OUTPUT];
  const float hold = 0.001f * control(effect, HOLD, 10) * (float)effect->rate, open = control(effect, OPEN, 0);
  if (open > 0 && *before <= 0) *held = (float)effect->rate;
  *before = open;
  for (uint32_t i = 0; i < frames; ++i) {
    if (fabsf(input[i]) > threshold) *held = fmaxf(*held, hold);
    const bool is_closed = control(effect, GATE, 0) > 0 && *held < 1;
    output[i] = is_closed ? 0.001f * gain * input[i] : gain * input[i];
    *held = fmaxf(*held - 1, 0);
  }
}

PLUGIN(.run = run)
