// Declares an interface in its Turtle, and has none.
#include "defect.h"

PLUGIN()
