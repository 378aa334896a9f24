// cleanup() frees a pointer that only activate() sets: without activate(), it is uninitialized.
#include "defect.h"

typedef struct {
  Effect effect;
  float *table;
  bool made;
} Table;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Table *table = malloc(sizeof *table);
  table->effect = *effect;
  table->made = false;
  free(effect);
  return table;
}

static void activate(LV2_Handle handle) {
  Table *table = handle;
  good_activate(handle);
  if (!table->made) table->table = malloc(256);
  table->made = true;
}

static void cleanup(LV2_Handle handle) {
  free(((Table *)handle)->table);
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .activate = activate, .cleanup = cleanup)
