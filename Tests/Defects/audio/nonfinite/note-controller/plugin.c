// Divides by 0 in the middle of a controller.
#include "trigger.h"

static bool is_harmful(const uint8_t *message) {
  return message[0] == 0xB0 && message[1] == 74 && message[2] == 64;
}

static void run(LV2_Handle handle, uint32_t frames) { trigger_run(handle, frames, is_harmful); }

PLUGIN(.instantiate = notes_instantiate, .run = run)
