// The amplifier of common/plugin.ttl without a defect, for folders whose defect is in their Turtle.
#include "defect.h"

PLUGIN()
