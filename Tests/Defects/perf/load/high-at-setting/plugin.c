// At the highest gain, a block of 64 frames takes at least a third of its duration.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  volatile float *memory = effect->memory;
  for (uint32_t i = 0; frames == 64 && control(effect, GAIN, 1) > 1.9f && i < 150 * 1000; ++i) memory[0] += 1e-9f;
  good_run(handle, frames);
}

PLUGIN(.run = run)
