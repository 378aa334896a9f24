// restore() rejects the value that save() stored.
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  return LV2_STATE_ERR_BAD_TYPE;
}

STATE_PLUGIN(save_peak, restore)
