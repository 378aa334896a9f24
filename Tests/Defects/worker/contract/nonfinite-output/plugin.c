// Divides by the number of calls of run() that ended between schedule_work() and work_response().
#include "worker.h"

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  Effect *effect = handle;
  effect->memory[1] = *(const float *)body / effect->memory[0];
  return LV2_WORKER_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  if (effect->runs % 8 == 0) {
    effect->memory[0] = 0;
    schedule(effect, control(effect, GAIN, 1));
  }
  effect->memory[0] += 1;
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] += 0 * effect->memory[1];
}

WORKER_PLUGIN(good_work, response, .run = run)
