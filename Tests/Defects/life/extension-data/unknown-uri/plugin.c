// extension_data() returns a non-NULL pointer for every URI.
#include "defect.h"

static const void *extension_data(const char *uri) { return "an interface"; }

PLUGIN(.extension_data = extension_data)
