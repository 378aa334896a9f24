// The first instance creates a table for all instances and never frees it; the table does not grow.
#include "defect.h"

static float *table;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  if (!table) table = calloc(4096, sizeof *table);
  return table ? good_instantiate(descriptor, rate, bundle, features) : NULL;
}

PLUGIN(.instantiate = instantiate)
