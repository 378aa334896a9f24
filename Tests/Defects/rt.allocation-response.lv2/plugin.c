// Has the worker make a new table when the control has moved, and frees the old one when the answer comes: in the audio
// thread.
#include "worker.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  void *table = calloc(64, sizeof(float));
  return respond(answer, sizeof table, &table);
}

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  Effect *effect = handle;
  free(effect->data);
  memcpy(&effect->data, body, size);
  return LV2_WORKER_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  if (gain != effect->kept) schedule(effect, gain);
  effect->kept = gain;
  good_run(handle, frames);
}

WORKER_PLUGIN(work, response, .run = run)
