// The range is in multiples of the sample rate.
#include "defect.h"

PLUGIN()
