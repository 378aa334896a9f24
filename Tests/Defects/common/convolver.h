/// Delays by 40 frames as soon as a file was set. The including file defines `reported(delay)`: the latency that it reports.
#include "path.h"

enum { LENGTH = 64, LATENCY = OTHER + 1 };

static uint32_t reported(uint32_t delay);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  path_run(handle, 0);
  const uint32_t delay = *((Paths *)effect->data)->path ? 40 : 0;
  *(float *)effect->port[LATENCY] = reported(delay);
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[effect->runs % LENGTH] = control(effect, GAIN, 1) * input[i];
    output[i] = effect->memory[(effect->runs + LENGTH - delay) % LENGTH];
    ++effect->runs;
  }
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface state = {save_path, restore_path};
  return strcmp(uri, LV2_STATE__interface) ? NULL : &state;
}

PLUGIN(.instantiate = path_instantiate, .run = run, .extension_data = extension_data)
