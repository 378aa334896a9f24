// Requests a table from the worker when its control changes, which takes 10 ms, and keeps the old gain until it arrives.
#include "worker.h"
#include <unistd.h>

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  if (effect->memory[0] != gain + 1) schedule(effect, gain);
  effect->memory[0] = gain + 1;
  good_run(handle, frames);
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  usleep(10 * 1000);
  return good_work(handle, respond, answer, size, data);
}

WORKER_PLUGIN(work, good_response, .run = run)
