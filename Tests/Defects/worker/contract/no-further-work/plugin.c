// Waits for the response to a request that the host rejected.
#include "worker.h"

/// The index in Effect.memory of a flag: a request was made and is not done.
enum { BUSY };

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  ((Effect *)handle)->memory[BUSY] = 0;
  return good_response(handle, size, body);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (!effect->memory[BUSY] && frames) {
    effect->memory[BUSY] = 1;
    schedule(effect, control(effect, GAIN, 1));
  }
  good_run(handle, frames);
}

static void activate(LV2_Handle handle) { ((Effect *)handle)->runs = 0; }

WORKER_PLUGIN(good_work, response, .run = run, .activate = activate)
