// The amplifier without changes.
#include "defect.h"

PLUGIN()
