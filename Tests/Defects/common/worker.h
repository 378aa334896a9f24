/// The correct parts of a plug-in with a worker: every eighth block schedules work that its output does not need.
#ifndef WORKER_H
#define WORKER_H

#include "defect.h"

SPARE LV2_Handle worker_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect && effect->schedule) return effect;
  if (effect) good_cleanup(effect);
  return NULL;
}

/// An instance with a table of 64 numbers.
SPARE LV2_Handle worker_table_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                          const LV2_Feature *const *features) {
  Effect *effect = worker_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(64, sizeof(float));
  return effect;
}

/// Schedules work with a number.
SPARE void schedule(const Effect *effect, float number) {
  effect->schedule->schedule_work(effect->schedule->handle, sizeof number, &number);
}

SPARE void worker_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->runs % 8 == 0) schedule(effect, control(effect, GAIN, 1));
  good_run(handle, frames);
}

/// Responds with twice the number.
SPARE LV2_Worker_Status good_work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                                  LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  (void)handle, (void)size;
  const float twice = 2 * *(const float *)data;
  return respond(answer, sizeof twice, &twice);
}

SPARE LV2_Worker_Status good_response(LV2_Handle handle, uint32_t size, const void *body) {
  (void)size;
  ((Effect *)handle)->kept = *(const float *)body;
  return LV2_WORKER_SUCCESS;
}

/// A plug-in whose worker interface has these functions; the other arguments are those of PLUGIN().
#define WORKER_PLUGIN(work_function, response_function, ...)                                                  \
  static const void *worker_extension_data(const char *uri) {                                                 \
    static const LV2_Worker_Interface interface = {work_function, response_function, NULL};                   \
    return strcmp(uri, LV2_WORKER__interface) ? NULL : &interface;                                            \
  }                                                                                                           \
  PLUGIN(.instantiate = worker_instantiate, .run = worker_run, .extension_data = worker_extension_data,       \
         ##__VA_ARGS__)

#endif
