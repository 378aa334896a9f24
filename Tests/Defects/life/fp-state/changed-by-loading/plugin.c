// A constructor sets flush-to-zero when the library is loaded, as in libraries linked with -ffast-math.
#include "defect.h"

#include <xmmintrin.h>

__attribute__((constructor)) static void load(void) { _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); }

PLUGIN()
