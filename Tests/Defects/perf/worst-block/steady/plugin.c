// Does the work of 64 blocks in one of them.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  volatile float *memory = effect->memory;
  if (effect->runs % 64 == 63)
    for (uint32_t i = 0; i < 1000 * 1000; ++i) memory[0] += 1e-9f;
  good_run(handle, frames);
}

PLUGIN(.run = run)
