// The amplifier of common/plugin.ttl, with nothing wrong: for the folders whose defect is in their Turtle.
#include "defect.h"

PLUGIN()
