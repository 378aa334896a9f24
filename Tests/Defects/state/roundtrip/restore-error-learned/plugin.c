// restore() expects a key that save() never stores, so it fails for each state that the plug-in learned.
#include "learned.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  if (!retrieve(state, urid(effect, DEFECT_URI "#level"), &size, &type, &value_flags)) return LV2_STATE_ERR_NO_PROPERTY;
  return restore_peak(handle, retrieve, state, flags, features);
}

STATE_PLUGIN(save_learned, restore, .run = learn)
