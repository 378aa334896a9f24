// run() waits for a save() that has begun, but misses its end; save() itself continues to work.
#include "saving.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const bool is_waiting = atomic_load(&is_saving);
  while (is_waiting) usleep(1000);
  keep_peak(handle, frames);
}

STATE_PLUGIN(save_visibly, restore_peak, .run = run)
