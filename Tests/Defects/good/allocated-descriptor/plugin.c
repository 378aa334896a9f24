// The descriptor is in memory from calloc(), and what the plug-in does not have is NULL.
#include "defect.h"

static LV2_Descriptor *descriptor;

__attribute__((constructor)) static void load(void) {
  descriptor = calloc(1, sizeof *descriptor);
  if (!descriptor) return;
  descriptor->URI = DEFECT_URI;
  descriptor->instantiate = good_instantiate;
  descriptor->connect_port = good_connect_port;
  descriptor->run = good_run;
  descriptor->cleanup = good_cleanup;
}

__attribute__((destructor)) static void unload(void) { free(descriptor); }

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index == 0 ? descriptor : NULL; }
