/// The correct parts of an amplifier whose gain grows with the tempo of the transport. The including file defines
/// `is_object(type)`: whether an event of this type is read.
#include "transport.h"

static bool is_object(LV2_URID type);

static LV2_Handle tempo_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
  if (!map_transport(features)) return NULL;
  return good_instantiate(descriptor, rate, bundle, features);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[OTHER], event) {
    const float value = is_object(event->body.type) ? tempo_in(&event->body) : 0;
    if (value > 0) effect->memory[0] = value / 1000;
  }
  for (uint32_t i = 0; i < frames; ++i) output[i] = (control(effect, GAIN, 1) / 4 + effect->memory[0]) * input[i];
}

PLUGIN(.instantiate = tempo_instantiate, .run = run)
