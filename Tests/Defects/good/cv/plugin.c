// Has CV ports instead of audio ports.
#include "defect.h"

PLUGIN()
