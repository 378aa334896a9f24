// Requests its gain from the worker in the first block, and outputs silence until the response arrives.
#include "worker.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->kept == 0) schedule(effect, 1);
  good_run(handle, frames);
  if (effect->kept == 0) memset(effect->port[OUTPUT], 0, frames * sizeof(float));
}

WORKER_PLUGIN(good_work, good_response, .run = run)
