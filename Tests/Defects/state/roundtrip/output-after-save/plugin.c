// save() clears the tail of the sound.
#include "state.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  ((Effect *)handle)->memory[0] = 0;
  return save_peak(handle, store, state, flags, features);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  keep_peak(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[0] = output[i] + 0.999f * effect->memory[0];
    output[i] = 0.1f * effect->memory[0];
  }
}

STATE_PLUGIN(save, restore_peak, .run = run)
