// Limits the weights of a vector to at most those of a new instance.
#include "weights.h"

static size_t expected_size(void) { return sizeof(Weights); }

static float accept(float restored) { return fminf(fmaxf(restored, 0), 1); }
