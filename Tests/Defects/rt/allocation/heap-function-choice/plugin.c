// Allocates memory in run() when a sample exceeds full scale, in the fourth of five modes only.
#include "defect.h"

enum { MODE = OTHER };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float peak = 0;
  for (uint32_t i = 0; i < frames; ++i) peak = fmaxf(peak, fabsf(input[i]));
  if (control(effect, MODE, 0) == 3 && peak > 1) {
    free(effect->data);
    effect->data = calloc(1, sizeof peak);
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
