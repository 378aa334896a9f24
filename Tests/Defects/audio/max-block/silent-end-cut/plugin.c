// Processes at most 4096 frames and writes zeros to the rest of the block.
#include "defect.h"

enum { MOST = 4096 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const uint32_t done = frames < MOST ? frames : MOST;
  good_run(handle, done);
  memset((float *)effect->port[OUTPUT] + done, 0, (frames - done) * sizeof(float));
}

PLUGIN(.run = run)
