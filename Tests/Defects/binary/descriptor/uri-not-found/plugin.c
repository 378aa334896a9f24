// Returns a descriptor with a URI that differs from the URI in the Turtle.
#include "defect.h"

PLUGIN(.URI = "urn:defect:another")
