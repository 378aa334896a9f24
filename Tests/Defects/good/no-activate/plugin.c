// Leaves every optional callback NULL: activate(), deactivate() and extension_data().
#include "defect.h"

PLUGIN(.activate = NULL, .deactivate = NULL, .extension_data = NULL)
