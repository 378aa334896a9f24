// Divides by zero at a value in the middle of the range.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] += gain == 1.25f ? 1 / (gain - 1.25f) : 0;
}

PLUGIN(.run = run)
