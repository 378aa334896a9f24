// Counts the steps of a ramp in units of sixteen samples and divides by their number, in whole numbers.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (frames) *(volatile uint32_t *)&effect->memory[0] = 1000 / (frames / 16);
  good_run(handle, frames);
}

PLUGIN(.run = run)
