// The worker interface has no work().
#include "worker.h"

WORKER_PLUGIN(NULL, good_response)
