// Doubles the length of the block until it has 8192 frames, which takes for ever from 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  volatile uint32_t length = frames;
  while (length < 8192) length *= 2;
  good_run(handle, frames);
}

PLUGIN(.run = run)
