// Reads the gain in connect_port() only.
#include "defect.h"

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  Effect *effect = handle;
  good_connect_port(handle, port, data);
  if (port == GAIN) effect->kept = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = effect->kept * input[i];
}

PLUGIN(.connect_port = connect_port, .run = run)
