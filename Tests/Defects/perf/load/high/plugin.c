// run() needs at least a third of the duration of a block of 64 frames.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  volatile float *memory = effect->memory;
  for (uint32_t i = 0; i < 150 * 1000; ++i) memory[0] += 1e-9f;
  good_run(handle, frames);
}

PLUGIN(.run = run)
