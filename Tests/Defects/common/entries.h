/// A table of `ENTRIES` floats in `data`, which the including file defines, in a heap block of its own.
#ifndef ENTRIES_H
#define ENTRIES_H

#include "defect.h"

SPARE LV2_Handle entries_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                     const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(ENTRIES, sizeof(float));
  return effect;
}

#endif
