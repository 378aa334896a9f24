// Exports only lv2_lib_descriptor().
#include "defect.h"

static const LV2_Descriptor descriptor = DESCRIPTOR();

static const LV2_Descriptor *get(LV2_Lib_Handle handle, uint32_t index) { return index == 0 ? &descriptor : NULL; }

static void release(LV2_Lib_Handle handle) {}

static const LV2_Lib_Descriptor library = {NULL, sizeof library, release, get};

LV2_SYMBOL_EXPORT const LV2_Lib_Descriptor *lv2_lib_descriptor(const char *bundle, const LV2_Feature *const *features) {
  return &library;
}
