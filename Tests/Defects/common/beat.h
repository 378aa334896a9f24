/// The delay of a beat, in a line of one second. The including file defines `limited(delay, length)`: the delay in frames that
/// is used for the one that the tempo requires.
#define SECONDS 1
#include "line.h"

enum { EVENTS = OTHER };

static uint32_t limited(uint32_t delay, uint32_t length);

static LV2_URID tempo, number, object;

static LV2_Handle beat_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                   const LV2_Feature *const *features) {
  const LV2_URID_Map *map = feature(features, LV2_URID__map);
  if (!map) return NULL;
  tempo = map->map(map->handle, LV2_TIME__beatsPerMinute);
  number = map->map(map->handle, LV2_ATOM__Float);
  object = map->map(map->handle, LV2_ATOM__Object);
  Effect *effect = line_instantiate(descriptor, rate, bundle, features);
  effect->kept = 120;
  return effect;
}

/// Keeps the tempo of the last position.
static void read_tempo(Effect *effect) {
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[EVENTS], event) {
    const LV2_Atom_Float *value = NULL;
    if (event->body.type != object || event->body.size < sizeof(LV2_Atom_Object_Body)) continue;
    lv2_atom_object_get((const LV2_Atom_Object *)&event->body, tempo, &value, 0);
    if (value && value->atom.type == number && value->atom.size == sizeof(float) && value->body >= 10 && value->body < 1000)
      effect->kept = value->body;
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
