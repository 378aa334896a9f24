// Ends the process while it is loaded.
#include "defect.h"
#include <unistd.h>

__attribute__((constructor)) static void load(void) { _exit(0); }

PLUGIN()
