// Crashes in a constructor while the library is loaded.
#include "defect.h"

__attribute__((constructor)) static void load(void) { *(volatile int *)8 = 0; }

PLUGIN()
