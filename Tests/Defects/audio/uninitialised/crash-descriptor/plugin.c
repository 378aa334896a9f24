// The descriptor is in memory from malloc(), and its last member is never set.
#include "defect.h"

static LV2_Descriptor *descriptor;

__attribute__((constructor)) static void load(void) {
  descriptor = malloc(sizeof *descriptor);
  if (!descriptor) return;
  descriptor->URI = DEFECT_URI;
  descriptor->instantiate = good_instantiate;
  descriptor->connect_port = good_connect_port;
  descriptor->activate = good_activate;
  descriptor->run = good_run;
  descriptor->deactivate = good_deactivate;
  descriptor->cleanup = good_cleanup;
}

__attribute__((destructor)) static void unload(void) { free(descriptor); }

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index == 0 ? descriptor : NULL; }
