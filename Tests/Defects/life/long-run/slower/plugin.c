// Each block adds an element to a list that run() searches and that never becomes shorter.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  volatile uint32_t found = 0;
  Effect *effect = handle;
  for (uint32_t i = 0; i < 64 * effect->runs; ++i) found += i;
  good_run(handle, frames);
}

PLUGIN(.run = run)
