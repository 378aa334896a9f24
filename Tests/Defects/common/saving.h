/// A save() that tells run() in another thread that it is in progress.
#ifndef SAVING_H
#define SAVING_H

#include "state.h"
#include <stdatomic.h>
#include <unistd.h>

static atomic_bool is_saving;

SPARE LV2_State_Status save_visibly(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                                    uint32_t flags, const LV2_Feature *const *features) {
  atomic_store(&is_saving, true);
  usleep(300);
  const LV2_State_Status status = save_peak(handle, store, state, flags, features);
  atomic_store(&is_saving, false);
  return status;
}

#endif
