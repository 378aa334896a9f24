// Does not flush what a decay ends in.
#include "one-pole.h"

PLUGIN(.run = one_pole_run)
