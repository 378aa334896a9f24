// Has a second output and never writes it.
#include "defect.h"

PLUGIN()
