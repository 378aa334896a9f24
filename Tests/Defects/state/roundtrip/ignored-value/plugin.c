// restore() expects only the elements of a vector, without the 8 bytes before them, and ignores what save() stored.
#include "weights.h"

static size_t expected_size(void) { return sizeof(float[2]); }

static float accept(float restored) { return restored; }
