// Does not flush subnormal numbers at the end of a decay.
#include "one-pole.h"

PLUGIN(.run = one_pole_run)
