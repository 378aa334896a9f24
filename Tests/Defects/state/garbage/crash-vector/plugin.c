// Divides by the element size that the vector declares, which can be 0.
#include "state.h"

typedef struct {
  LV2_Atom_Vector_Body head;
  float peak[2];
} Peaks;

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const Peaks peaks = {{sizeof(float), urid(effect, LV2_ATOM__Float)}, {effect->kept, effect->kept}};
  return store(state, urid(effect, DEFECT_URI "#peaks"), &peaks, sizeof peaks, urid(effect, LV2_ATOM__Vector),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size;
  uint32_t type, value_flags;
  const Peaks *peaks = retrieve(state, urid(effect, DEFECT_URI "#peaks"), &size, &type, &value_flags);
  if (!peaks || type != urid(effect, LV2_ATOM__Vector) || size < sizeof peaks->head) return LV2_STATE_SUCCESS;
  const volatile size_t count = (size - sizeof peaks->head) / peaks->head.child_size;
  if (count >= 1 && size >= sizeof *peaks) effect->kept = isfinite(peaks->peak[0]) ? peaks->peak[0] : 0;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save, restore)
