// Waits without end while the library is loaded.
#include "defect.h"
#include <unistd.h>

__attribute__((constructor)) static void load(void) {
  for (;;) pause();
}

PLUGIN()
