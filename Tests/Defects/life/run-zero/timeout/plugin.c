// run() doubles the block length until it reaches 8192 frames, which never happens from 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  volatile uint32_t length = frames;
  while (length < 8192) length *= 2;
  good_run(handle, frames);
}

PLUGIN(.run = run)
