// Offers something for every URI that it is asked for.
#include "defect.h"

static const void *extension_data(const char *uri) { return "an interface"; }

PLUGIN(.extension_data = extension_data)
