/// A state that is a structure of the plug-in's own type. The including file defines `is_mine(size)`: whether restore()
/// accepts a value of that size.
#include <stdbool.h>

#include "state.h"

/// The state of this version of the plug-in; a later version may have a larger structure.
typedef struct {
  uint32_t version;
  float peak;
  float table[62];
} Kept;

static bool is_mine(size_t size);

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const Kept kept = {.version = 1, .peak = effect->kept};
  return store(state, urid(effect, DEFECT_URI "#kept"), &kept, sizeof kept, urid(effect, DEFECT_URI "#Kept"),
               LV2_STATE_IS_POD);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  Kept kept = {0};
  const void *value = retrieve(state, urid(effect, DEFECT_URI "#kept"), &size, &type, &value_flags);
  if (!value || type != urid(effect, DEFECT_URI "#Kept") || !is_mine(size)) return LV2_STATE_SUCCESS;
  memcpy(&kept, value, sizeof kept);
  effect->kept = isfinite(kept.peak) ? kept.peak : 0;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save, restore)
