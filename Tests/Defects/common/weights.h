/// A plug-in whose state is an atom:Vector of two weights, which only an interface changes. The including file defines
/// `accept(restored)`: the weight after restore().
#include "state.h"

/// The body of an atom:Vector with two elements.
typedef struct {
  LV2_Atom_Vector_Body head;
  float weights[2];
} Weights;

/// The number of bytes that restore() expects.
static size_t expected_size(void);

static float accept(float restored);

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const Weights value = {{sizeof(float), urid(effect, LV2_ATOM__Float)}, {1 + effect->kept, 1 + effect->kept}};
  return store(state, urid(effect, DEFECT_URI "#weights"), &value, sizeof value, urid(effect, LV2_ATOM__Vector),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const Weights *value = retrieve(state, urid(effect, DEFECT_URI "#weights"), &size, &type, &value_flags);
  effect->kept = 0;
  if (value && size == expected_size() && type == urid(effect, LV2_ATOM__Vector) && isfinite(value->weights[0]))
    effect->kept = accept(value->weights[0]) - 1;
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save, restore, .run = good_run)
