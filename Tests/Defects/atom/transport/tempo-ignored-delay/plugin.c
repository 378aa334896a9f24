// The delay of a beat at the first tempo that the host sends.
#define SECONDS 1
#include "line.h"
#include "transport.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return map_transport(features) ? line_instantiate(descriptor, rate, bundle, features) : NULL;
}

static void activate(LV2_Handle handle) {
  line_activate(handle);
  ((Effect *)handle)->kept = 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[OTHER], event) {
    if (effect->kept == 0 && event->body.type == object) effect->kept = tempo_in(&event->body);
  }
  uint32_t delay = (uint32_t)(60 / (effect->kept > 0 ? effect->kept : 120) * effect->rate);
  while (delay > line_length(effect)) delay /= 2;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    if (effect->runs >= delay) effect->runs = 0;
    output[i] = line[effect->runs];
    line[effect->runs++] = sample;
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
