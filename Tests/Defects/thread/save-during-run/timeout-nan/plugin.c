// run() does not return if save() runs at the same time, and also if its control is NaN.
#include "saving.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const bool is_waiting = atomic_load(&is_saving) || isnan(*(const float *)((Effect *)handle)->port[GAIN]);
  while (is_waiting) usleep(1000);
  keep_peak(handle, frames);
}

STATE_PLUGIN(save_visibly, restore_peak, .run = run)
