// All instances use one connection to the X server, and none frees the picture of its background.
#define KEEPS_PICTURE true
#include "shared-connection.h"
