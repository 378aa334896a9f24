// In silence, searches a long history for the last sound and finds none.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  good_run(handle, frames);
  volatile float *memory = effect->memory;
  for (uint32_t i = 0; frames > 0 && input[0] == 0 && i < 2000; ++i) memory[1] += memory[0];
}

PLUGIN(.run = run)
