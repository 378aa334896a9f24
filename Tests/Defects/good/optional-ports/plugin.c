// Has optional ports of each type and direction, all of which may be NULL.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  if (frames && effect->port[OTHER]) memcpy(effect->port[OTHER], effect->port[OUTPUT], sizeof(float) * frames);
  if (effect->port[OTHER + 2]) *(float *)effect->port[OTHER + 2] = control(effect, OTHER + 1, 1) > 0.5f;
}

PLUGIN(.run = run)
