// Reads the next sample of the last frame from past the end of the buffer if the gain is raised.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const uint32_t ahead = control(effect, GAIN, 1) > 1.5f;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = isfinite(input[i + ahead]) ? input[i + ahead] : input[i];
}

PLUGIN(.run = run)
