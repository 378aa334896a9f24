// Saves the current time in its state, which therefore differs with every save().
#include "state.h"
#include <time.h>

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const int32_t now = (int32_t)time(NULL);
  save_peak(handle, store, state, flags, features);
  return store(state, urid(effect, DEFECT_URI "#saved"), &now, sizeof now, urid(effect, LV2_ATOM__Int),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

STATE_PLUGIN(save, restore_peak)
