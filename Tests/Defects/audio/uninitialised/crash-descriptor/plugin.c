// The descriptor is in memory from malloc(), and its last member is never set.
#include "descriptor.h"

__attribute__((constructor)) static void load(void) { fill(malloc(sizeof(LV2_Descriptor))); }
