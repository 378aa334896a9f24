// Writes one sample past the end of its output in every eighth run().
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  if (frames && effect->runs % 8 == 0) ((float *)effect->port[OUTPUT])[frames] = 0.5f;
}

PLUGIN(.run = run)
