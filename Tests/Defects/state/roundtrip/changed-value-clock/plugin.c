// Saves a name made from the current second, and ignores the restored name: the difference is visible only if the two
// instances are created in different seconds.
#include "state.h"
#include <time.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  int32_t *name = effect ? malloc(sizeof *name) : NULL;
  if (!name) return NULL;
  *name = (int32_t)time(NULL);
  effect->data = name;
  return effect;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  save_peak(handle, store, state, flags, features);
  return store(state, urid(effect, DEFECT_URI "#take"), effect->data, sizeof(int32_t), urid(effect, LV2_ATOM__Int),
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

STATE_PLUGIN(save, restore_peak, .instantiate = instantiate)
