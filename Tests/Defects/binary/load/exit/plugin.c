// Ends the process while the library is loaded.
#include "defect.h"
#include <unistd.h>

__attribute__((constructor)) static void load(void) { _exit(0); }

PLUGIN()
