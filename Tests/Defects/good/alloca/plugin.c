// Allocates scratch memory for the whole block on the stack.
#include "defect.h"
#include <alloca.h>

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (frames <= 16384) {
    float *scratch = alloca(sizeof(float) * (frames + 1));
    memcpy(scratch, effect->port[INPUT], sizeof(float) * frames);
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
