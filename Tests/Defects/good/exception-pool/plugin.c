// A library that contains libstdc++ allocates memory for exceptions when it is loaded, which it never frees.
#include "defect.h"

static void *pool;

__attribute__((constructor)) static void load(void) { pool = malloc(72704); }

PLUGIN()
