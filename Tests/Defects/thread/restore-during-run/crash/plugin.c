// restore() temporarily removes the table that run() uses.
#include "state.h"
#include <unistd.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(64, sizeof(float));
  return effect;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *volatile effect = handle;
  void *table = effect->data;
  effect->data = NULL;
  usleep(300);
  effect->data = table;
  return restore_peak(handle, retrieve, state, flags, features);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  keep_peak(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] += *(volatile float *)effect->data;
}

STATE_PLUGIN(save_peak, restore, .instantiate = instantiate, .run = run)
