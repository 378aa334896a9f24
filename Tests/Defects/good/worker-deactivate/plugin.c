// work() uses memory for 2 ms that activate() allocates and deactivate() frees: the host calls neither during
// work().
#include "worker.h"
#include <unistd.h>

enum { STEPS = 10 };

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  effect->data = calloc(STEPS, sizeof(float));
  good_activate(handle);
}

static void deactivate(LV2_Handle handle) {
  Effect *effect = handle;
  free(effect->data);
  effect->data = NULL;
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  Effect *effect = handle;
  for (int i = 0; i < STEPS; ++i) {
    ((volatile float *)effect->data)[i] = *(const float *)data;
    usleep(200);
  }
  return good_work(handle, respond, answer, size, data);
}

WORKER_PLUGIN(work, good_response, .activate = activate, .deactivate = deactivate)
