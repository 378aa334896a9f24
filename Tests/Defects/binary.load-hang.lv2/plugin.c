// Waits for ever while it is loaded.
#include "defect.h"
#include <unistd.h>

__attribute__((constructor)) static void load(void) {
  for (;;) pause();
}

PLUGIN()
