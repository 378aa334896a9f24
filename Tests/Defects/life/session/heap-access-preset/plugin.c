// An echo whose line becomes shorter with a preset: the index, which is beyond its new end then, goes on without limit.
#define SECONDS 0.1
#include "line.h"
#include "state.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = line_length(effect) / (effect->kept > 0.4f ? 10 : 1);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = sample + line[effect->runs] / 2;
    line[effect->runs] = sample;
    if (++effect->runs == length) effect->runs = 0;
  }
}

static const void *data(const char *uri) {
  static const LV2_State_Interface interface = {save_peak, restore_peak};
  return strcmp(uri, LV2_STATE__interface) ? NULL : &interface;
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run, .extension_data = data)
