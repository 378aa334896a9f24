// Stores its value rounded to whole percents.
#include "state.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const float percent = floorf(100 * effect->kept) / 200;
  return store(state, urid(effect, DEFECT_URI "#peak"), &percent, sizeof percent, urid(effect, LV2_ATOM__Float),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

STATE_PLUGIN(save, restore_peak)
