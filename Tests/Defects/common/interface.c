// The amplifier and its interface in the same library.
#include "interface.h"

PLUGIN()
INTERFACE()
