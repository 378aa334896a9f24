// A range in parts of the sample rate.
#include "defect.h"

PLUGIN()
