// The amplifier and an interface whose entry point is an indirect function.
#include "interface.h"

PLUGIN()

static const LV2UI_Descriptor *(*choose(void))(uint32_t) { return offered_interface; }

LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index) __attribute__((ifunc("choose")));
