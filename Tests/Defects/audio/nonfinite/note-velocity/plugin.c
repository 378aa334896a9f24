// The curve of velocities lacks one of them.
#include "trigger.h"

static bool is_harmful(const uint8_t *message) {
  return message[0] == 0x90 && message[2] == 5;
}

static void run(LV2_Handle handle, uint32_t frames) { trigger_run(handle, frames, is_harmful); }

PLUGIN(.instantiate = notes_instantiate, .run = run)
