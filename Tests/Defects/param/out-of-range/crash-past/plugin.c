// A negative gain leaves a state behind with which a later block at the default crashes.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *gain = effect->port[GAIN];
  // activate() does not clear the state.
  if (*gain < -1)
    effect->kept = 1;
  else if (effect->kept > 0)
    *(volatile char *)NULL = 0;
  good_run(handle, frames);
}

PLUGIN(.run = run)
