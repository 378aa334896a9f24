// Ports for control voltage, which are audio in all but name.
#include "defect.h"

PLUGIN()
