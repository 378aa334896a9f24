// Has no code that frees the instance.
#include "defect.h"

static void cleanup(LV2_Handle handle) {}

PLUGIN(.cleanup = cleanup)
