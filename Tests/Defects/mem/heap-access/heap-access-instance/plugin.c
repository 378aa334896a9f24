// cleanup() of the first instance frees the table that all other instances still use.
#include "table.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = table_instantiate(descriptor, rate, bundle, features);
  effect->port[OTHER] = table;
  return effect;
}

static void cleanup(LV2_Handle handle) {
  free(table);
  table = NULL;
  good_cleanup(handle);
}

static void run(LV2_Handle handle, uint32_t frames) {
  const Effect *effect = handle;
  table_run(handle, effect->port[OTHER], frames);
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup, .run = run)
