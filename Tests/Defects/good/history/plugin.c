// restore() keeps the last eight values on the heap.
#include "state.h"

enum { KEPT = 8 };

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Status status = restore_peak(handle, retrieve, state, flags, features);
  float **values = &((float **)effect->port)[OTHER + effect->runs % KEPT];
  free(*values);
  *values = malloc(sizeof(float));
  **values = effect->kept;
  effect->runs += 1;
  return status;
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  for (int i = 0; i < KEPT; ++i) free(effect->port[OTHER + i]);
  good_cleanup(handle);
}

STATE_PLUGIN(save_peak, restore, .cleanup = cleanup)
