// activate() copies the port pointers; run() ignores every later connection.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  for (uint32_t port = 0; port < OTHER; ++port) effect->port[OTHER + port] = effect->port[port];
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[OTHER + INPUT];
  float *output = effect->port[OTHER + OUTPUT];
  const float gain = control(effect, OTHER + GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.activate = activate, .run = run)
