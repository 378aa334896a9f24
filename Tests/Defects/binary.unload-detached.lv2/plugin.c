// Does not wait for its thread, which ends up to half a second after cleanup(), in code that may be gone by then.
#include "watched.h"

PLUGIN(.instantiate = watched_instantiate, .cleanup = watched_cleanup)
