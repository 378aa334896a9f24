// The last 50 ms of the input move for each block: less than what counts.
#define SECONDS 0.05
#include "history.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  remember(effect, line_length(effect), frames);
  good_run(handle, frames);
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
