// At the highest gain, a second of the input moves for each block; otherwise, 10 ms.
#define SECONDS 1
#include "history.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const uint32_t length = line_length(effect);
  remember(effect, control(effect, GAIN, 1) > 1.9f ? length : length / 100, frames);
  good_run(handle, frames);
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
