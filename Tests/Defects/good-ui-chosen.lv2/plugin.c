// The amplifier and an interface whose entry point is an indirect function.
#include "defect.h"

PLUGIN()

static const void *none(uint32_t index) {
  (void)index;
  return NULL;
}

static const void *(*choose(void))(uint32_t) { return none; }

LV2_SYMBOL_EXPORT const void *lv2ui_descriptor(uint32_t index) __attribute__((ifunc("choose")));
