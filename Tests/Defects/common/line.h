/// The delay line of an echo of `SECONDS`, which the including file defines. activate() clears it; `runs` is the index.
#ifndef LINE_H
#define LINE_H

#include "defect.h"

SPARE uint32_t line_length(const Effect *effect) { return (uint32_t)(SECONDS * effect->rate); }

SPARE LV2_Handle line_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                  const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc(line_length(effect), sizeof(float));
  return effect;
}

SPARE void line_activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->data, 0, sizeof(float) * line_length(effect));
}

#endif
