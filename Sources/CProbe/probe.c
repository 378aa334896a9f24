#include "CProbe.h"
int probe_version(void) { return 1; }
