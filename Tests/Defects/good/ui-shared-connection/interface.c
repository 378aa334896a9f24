// All instances use one connection to the X server. Each frees what it created there.
#define KEEPS_PICTURE false
#include "shared-connection.h"
