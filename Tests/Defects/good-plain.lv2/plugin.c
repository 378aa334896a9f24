// The amplifier itself.
#include "defect.h"

PLUGIN()
