// The end of a gate that was open for 20 ms starts a division by zero, in blocks of usual lengths.
#include "defect.h"

enum { OPEN, LEVEL };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *memory = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    if (frames < 4096 && input[i] <= 0.5f && memory[OPEN] > 0.02 * effect->rate) memory[LEVEL] = 0 / memory[LEVEL];
    memory[OPEN] = input[i] > 0.5f ? memory[OPEN] + 1 : 0;
    output[i] = memory[LEVEL] + control(effect, GAIN, 1) * input[i];
  }
}

PLUGIN(.run = run)
