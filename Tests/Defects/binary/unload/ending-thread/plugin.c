// Does not join its thread, which ends up to 500 ms after cleanup() in code that may be unloaded by then.
#include "watched.h"

PLUGIN(.instantiate = watched_instantiate, .cleanup = watched_cleanup)
