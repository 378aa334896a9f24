// Uses the result of the work in the same run() that scheduled it. Immediate work would make that possible.
#include "worker.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  (void)size;
  Effect *effect = handle;
  if (!effect->data) effect->data = calloc(1, sizeof(float));
  *(float *)effect->data = *(const float *)data;
  return respond(answer, 0, NULL);
}

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  (void)handle, (void)size, (void)body;
  return LV2_WORKER_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  if (frames && !effect->data) schedule(effect, 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = *(volatile float *)effect->data * input[i];
}

static const void *extension_data(const char *uri) {
  static const LV2_Worker_Interface interface = {work, response, NULL};
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &interface;
}

PLUGIN(.instantiate = worker_instantiate, .run = run, .extension_data = extension_data)
