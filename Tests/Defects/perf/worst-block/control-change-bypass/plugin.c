// Is busy for a long time in run() when the fade to a bypass has ended, 30 ms after its begin.
#include "defect.h"

enum { FADE = 1440 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT], gain = control(effect, GAIN, 1);
  float *output = effect->port[OUTPUT], *faded = &effect->memory[0];
  const bool enabled = control(effect, OTHER, 1) > 0, was_fading = *faded < FADE;
  volatile double sum = 0;
  if (enabled) *faded = 0;
  for (uint32_t i = 0; i < frames; ++i) {
    if (!enabled && *faded < FADE) *faded += 1;
    output[i] = input[i] * (1 + (1 - *faded / FADE) * (gain - 1));
  }
  for (int i = 0; was_fading && *faded >= FADE && i < 400000; ++i) sum = sum + sin(i * (double)gain);
}

PLUGIN(.run = run)
