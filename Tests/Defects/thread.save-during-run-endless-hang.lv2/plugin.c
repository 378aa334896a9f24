// run() waits for a save() that has begun, but misses its end; save() itself continues to work.
#include "state.h"
#include <stdatomic.h>
#include <unistd.h>

static atomic_bool is_saving;

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  atomic_store(&is_saving, true);
  usleep(300);
  const LV2_State_Status status = save_peak(handle, store, state, flags, features);
  atomic_store(&is_saving, false);
  return status;
}

static void run(LV2_Handle handle, uint32_t frames) {
  if (atomic_load(&is_saving))
    for (;;) usleep(1000);
  keep_peak(handle, frames);
}

STATE_PLUGIN(save, restore_peak, .run = run)
