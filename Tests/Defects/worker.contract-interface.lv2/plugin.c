// Schedules work and has no interface to do it.
#include "worker.h"

PLUGIN(.instantiate = worker_instantiate, .run = worker_run)
