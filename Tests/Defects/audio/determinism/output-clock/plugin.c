// Adds noise seeded with the time of day in seconds: equal within a second, different in a later export.
#include <time.h>

#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  effect->kept = (float)(time(NULL) % 10000);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    effect->kept = fmodf(effect->kept * 75 + 74, 65537);
    output[i] += effect->kept * 1e-7f;
  }
}

PLUGIN(.activate = activate, .run = run)
