// Stores the peak only if run() measured it, not if restore() set it.
#include "state.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float before = effect->kept;
  keep_peak(handle, frames);
  if (effect->kept > before) effect->memory[1] = 1;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  return effect->memory[1] != 0 ? save_peak(handle, store, state, flags, features) : LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save, restore_peak, .run = run, .activate = NULL)
