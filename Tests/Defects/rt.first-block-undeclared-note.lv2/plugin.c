// Makes its table when run is called for the first time, and does not promise that it is fit for real time.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (!effect->data) effect->data = calloc(64, sizeof(float));
  good_run(handle, frames);
}

PLUGIN(.run = run)
