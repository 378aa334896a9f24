// Adds each instance to a list and never removes it.
#include "defect.h"

typedef struct Entry {
  struct Entry *next;
  double rate;
} Entry;

static Entry *entries;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Entry *entry = malloc(sizeof *entry);
  if (!entry) return NULL;
  *entry = (Entry){entries, rate};
  entries = entry;
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
