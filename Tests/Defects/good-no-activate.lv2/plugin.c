// Leaves every callback at NULL that may be so: activate, deactivate, extension_data.
#include "defect.h"

PLUGIN(.activate = NULL, .deactivate = NULL, .extension_data = NULL)
