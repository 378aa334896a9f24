// Each instance leaves memory behind. The interface, in the same library, leaves nothing.
#include "interface.h"

static void *volatile left;

static void cleanup(LV2_Handle handle) {
  left = calloc(1000, sizeof(float));
  good_cleanup(handle);
}

PLUGIN(.cleanup = cleanup)
INTERFACE()
