// Is silent at lv2:enabled = 0 instead of passing the input.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float level = control(effect, OTHER, 1) > 0 ? 0.5f : 0;
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] *= level;
}

PLUGIN(.run = run)
