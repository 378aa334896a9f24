// restore() expects an atom header before the body of a vector, and ignores what save() stored.
#include "weights.h"

static size_t expected_size(void) { return sizeof(LV2_Atom) + sizeof(Weights); }

static float accept(float restored) { return restored; }
