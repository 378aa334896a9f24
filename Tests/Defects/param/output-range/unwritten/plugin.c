// Never writes its meter.
#include "defect.h"

PLUGIN()
