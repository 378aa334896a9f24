// Turns flush-to-zero on while it is loaded, as libraries linked with -ffast-math do.
#include "defect.h"

#include <xmmintrin.h>

__attribute__((constructor)) static void load(void) { _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); }

PLUGIN()
