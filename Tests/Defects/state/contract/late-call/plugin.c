// Calls retrieve() in activate(), after restore() returned.
#include "state.h"

static LV2_State_Retrieve_Function kept_function;
static LV2_State_Handle kept_handle;

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  kept_function = retrieve;
  kept_handle = state;
  return restore_peak(handle, retrieve, state, flags, features);
}

static void activate(LV2_Handle handle) {
  size_t size;
  uint32_t type, value_flags;
  if (kept_function) kept_function(kept_handle, 1, &size, &type, &value_flags);
  kept_function = NULL;
  good_activate(handle);
}

STATE_PLUGIN(save_peak, restore, .activate = activate)
