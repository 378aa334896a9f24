/// A state that is a text: the peak of state.h as decimal digits.
#ifndef TEXT_H
#define TEXT_H

#include "state.h"
#include <stdio.h>

SPARE LV2_State_Status save_text(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                                 uint32_t flags, const LV2_Feature *const *features) {
  (void)flags, (void)features;
  Effect *effect = handle;
  char text[16];
  snprintf(text, sizeof text, "%.9g", effect->kept);
  return store(state, urid(effect, DEFECT_URI "#peak"), text, strlen(text) + 1, urid(effect, LV2_ATOM__String),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

#endif
