// Schedules work without a worker interface.
#include "worker.h"

PLUGIN(.instantiate = worker_instantiate, .run = worker_run)
