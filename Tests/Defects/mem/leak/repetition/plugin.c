// restore() adds the value to a list that cleanup() frees.
#include "state.h"

/// A restored value.
typedef struct Value {
  float peak;
  struct Value *next;
} Value;

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Status status = restore_peak(handle, retrieve, state, flags, features);
  Value *value = malloc(sizeof *value);
  *value = (Value){effect->kept, effect->data};
  effect->data = value;
  return status;
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  for (Value *value = effect->data; value;) {
    Value *next = value->next;
    free(value);
    value = next;
  }
  effect->data = NULL;
  good_cleanup(handle);
}

STATE_PLUGIN(save_peak, restore, .cleanup = cleanup)
