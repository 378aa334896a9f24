// Closes the host's standard input.
#include "defect.h"
#include <unistd.h>

static void cleanup(LV2_Handle handle) {
  close(0);
  good_cleanup(handle);
}

PLUGIN(.cleanup = cleanup)
