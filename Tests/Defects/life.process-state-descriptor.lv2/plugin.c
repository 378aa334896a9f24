// Closes a descriptor that is not its own: the standard input.
#include "defect.h"
#include <unistd.h>

static void cleanup(LV2_Handle handle) {
  close(0);
  good_cleanup(handle);
}

PLUGIN(.cleanup = cleanup)
