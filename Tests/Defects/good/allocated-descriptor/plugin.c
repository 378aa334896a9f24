// The descriptor is in memory from calloc(), and what the plug-in does not have is NULL.
#include "descriptor.h"

__attribute__((constructor)) static void load(void) { fill(calloc(1, sizeof(LV2_Descriptor))); }
