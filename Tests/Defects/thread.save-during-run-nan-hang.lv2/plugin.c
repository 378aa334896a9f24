// run() does not return if save() runs at the same time, and also if its control is NaN.
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
  const bool is_waiting = atomic_load(&is_saving) || isnan(*(const float *)((Effect *)handle)->port[GAIN]);
  while (is_waiting) usleep(1000);
  keep_peak(handle, frames);
}

STATE_PLUGIN(save, restore_peak, .run = run)
