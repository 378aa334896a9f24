/// A state of two atom:Float values, the peak of state.h and a trim of 1.
#ifndef TWO_KEYS_H
#define TWO_KEYS_H

#include "state.h"

SPARE LV2_State_Status save_two(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  const float trim = 1;
  store(state, urid(handle, DEFECT_URI "#trim"), &trim, sizeof trim, urid(handle, LV2_ATOM__Float),
        LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  return save_peak(handle, store, state, flags, features);
}

#endif
