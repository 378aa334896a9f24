/// The delay of a beat, in a line of one second. The including file defines `limited(delay, length)`: the delay in frames that
/// is used for the one that the tempo requires.
#define SECONDS 1
#include "line.h"
#include "transport.h"

enum { EVENTS = OTHER };

static uint32_t limited(uint32_t delay, uint32_t length);

static LV2_Handle beat_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                   const LV2_Feature *const *features) {
  if (!map_transport(features)) return NULL;
  Effect *effect = line_instantiate(descriptor, rate, bundle, features);
  effect->kept = 120;
  return effect;
}

/// Keeps the tempo of the last position.
static void read_tempo(Effect *effect) {
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[EVENTS], event) {
    const float value = event->body.type == object ? tempo_in(&event->body) : 0;
    if (value > 0) effect->kept = value;
  }
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  read_tempo(effect);
  const uint32_t delay = limited((uint32_t)(60 / effect->kept * effect->rate), line_length(effect));
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    if (effect->runs >= delay) effect->runs = 0;
    output[i] = line[effect->runs];
    line[effect->runs++] = sample;
  }
}

PLUGIN(.instantiate = beat_instantiate, .activate = line_activate, .run = run)
