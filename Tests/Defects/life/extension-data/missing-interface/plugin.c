// Declares lv2:extensionData for an interface, but extension_data() returns NULL for it.
#include "defect.h"

PLUGIN()
