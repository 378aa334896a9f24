// A default in hertz between bounds in parts of the sample rate.
#include "defect.h"

PLUGIN()
