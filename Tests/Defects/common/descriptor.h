/// A plug-in whose descriptor is in memory that the library allocates while it is loaded. It has no extension_data(), and
/// does not set this member.
#ifndef DESCRIPTOR_H
#define DESCRIPTOR_H

#include "defect.h"

static LV2_Descriptor *descriptor;

static void fill(LV2_Descriptor *memory) {
  descriptor = memory;
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

#endif
