/// The correct parts of an amplifier whose gain grows with the tempo of the transport. The including file defines
/// `is_object(type)`: whether an event of this type is read.
#include "defect.h"

SPARE LV2_URID tempo, number, object, blank;

static bool is_object(LV2_URID type);

static LV2_Handle tempo_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
  const LV2_URID_Map *map = feature(features, LV2_URID__map);
  if (!map) return NULL;
  tempo = map->map(map->handle, LV2_TIME__beatsPerMinute);
  number = map->map(map->handle, LV2_ATOM__Float);
  object = map->map(map->handle, LV2_ATOM__Object);
  blank = map->map(map->handle, LV2_ATOM__Blank);
  return good_instantiate(descriptor, rate, bundle, features);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[OTHER], event) {
    const LV2_Atom_Float *value = NULL;
    if (!is_object(event->body.type) || event->body.size < sizeof(LV2_Atom_Object_Body)) continue;
    lv2_atom_object_get((const LV2_Atom_Object *)&event->body, tempo, &value, 0);
    if (value && value->atom.type == number && value->atom.size == sizeof(float) && value->body >= 10 && value->body < 1000)
      effect->memory[0] = value->body / 1000;
  }
  for (uint32_t i = 0; i < frames; ++i) output[i] = (control(effect, GAIN, 1) / 4 + effect->memory[0]) * input[i];
}

PLUGIN(.instantiate = tempo_instantiate, .run = run)
