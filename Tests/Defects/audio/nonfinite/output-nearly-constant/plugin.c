// Computes a standard deviation from the difference of two sums, which is negative by rounding if the signal is nearly
// constant.
#include "defect.h"

enum { SUM, SQUARES, COUNT, DEVIATION, WINDOW = 64 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *memory = effect->memory;
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    memory[SUM] += input[i];
    memory[SQUARES] += input[i] * input[i];
    if (++memory[COUNT] == WINDOW) {
      const float mean = memory[SUM] / WINDOW;
      if (mean > 0.1f) memory[DEVIATION] = sqrtf(memory[SQUARES] / WINDOW - mean * mean);
      memory[SUM] = memory[SQUARES] = memory[COUNT] = 0;
    }
    output[i] /= 1 + memory[DEVIATION];
  }
}

PLUGIN(.run = run)
