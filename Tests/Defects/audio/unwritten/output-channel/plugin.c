// Never writes its second output.
#include "defect.h"

PLUGIN()
