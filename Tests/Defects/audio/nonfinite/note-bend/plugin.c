// The table of pitch bends lacks the upper quarter, but not the end.
#include "trigger.h"

static bool is_harmful(const uint8_t *message) {
  return message[0] == 0xE0 && message[2] >= 96 && message[2] < 127;
}

static void run(LV2_Handle handle, uint32_t frames) { trigger_run(handle, frames, is_harmful); }

PLUGIN(.instantiate = notes_instantiate, .run = run)
