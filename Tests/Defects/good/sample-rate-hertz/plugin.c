// The default is in hertz, and the bounds are multiples of the sample rate.
#include "defect.h"

PLUGIN()
