// run() aborts if an input and an output share a buffer.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (frames && effect->port[INPUT] == effect->port[OUTPUT]) abort();
  good_run(handle, frames);
}

PLUGIN(.run = run)
