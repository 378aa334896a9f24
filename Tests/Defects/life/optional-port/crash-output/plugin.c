// Declares its second output as lv2:connectionOptional, but writes it without comparing the pointer with NULL.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  if (frames) memcpy(effect->port[OTHER], effect->port[OUTPUT], sizeof(float) * frames);
}

PLUGIN(.run = run)
