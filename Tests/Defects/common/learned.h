/// A plug-in that has a state only after its switch was on for 0.3 s: it keeps the peak of what it heard then.
#ifndef LEARNED_H
#define LEARNED_H

#include "state.h"

static void learn(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *heard = effect->memory;  // The number of frames, and their peak.
  if (control(effect, OTHER, 0) <= 0) heard[0] = heard[1] = 0;
  for (uint32_t i = 0; control(effect, OTHER, 0) > 0 && i < frames; ++i) {
    heard[0] += 1;
    heard[1] = fmaxf(heard[1], fabsf(input[i]));
  }
  if (heard[0] > 0.3f * (float)effect->rate) effect->kept = heard[1];
  good_run(handle, frames);
}

static LV2_State_Status save_learned(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                                     uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  return effect->kept > 0 ? save_peak(handle, store, state, flags, features) : LV2_STATE_SUCCESS;
}

#endif
