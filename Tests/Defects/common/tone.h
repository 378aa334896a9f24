/// The correct parts of a plug-in with a parameter that is a number: a low-pass whose coefficient it is.
///
/// `kept` is the parameter, and memory[TONE] the coefficient that run() uses.
#ifndef TONE_H
#define TONE_H

#include "state.h"

/// Indices in Effect.memory.
enum { LAST, TONE = 63 };

/// The URIDs of an instance, in `data`.
typedef struct {
  LV2_URID object, set, subject, property, value, tone, plugin, atom_urid, atom_float;
} Tones;

SPARE LV2_Handle tone_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                  const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Tones *uris = effect ? effect->data = calloc(1, sizeof *uris) : NULL;
  if (!uris) return effect;
  *uris = (Tones){
      .object = urid(effect, LV2_ATOM__Object),
      .set = urid(effect, LV2_PATCH__Set),
      .subject = urid(effect, LV2_PATCH__subject),
      .property = urid(effect, LV2_PATCH__property),
      .value = urid(effect, LV2_PATCH__value),
      .tone = urid(effect, DEFECT_URI "#tone"),
      .plugin = urid(effect, DEFECT_URI),
      .atom_urid = urid(effect, LV2_ATOM__URID),
      .atom_float = urid(effect, LV2_ATOM__Float),
  };
  return effect;
}

SPARE void set_tone(Effect *effect, float value) {
  effect->kept = value;
  effect->memory[TONE] = value;
}

SPARE void tone_activate(LV2_Handle handle) {
  Effect *effect = handle;
  const float tone = effect->memory[TONE];
  good_activate(handle);
  effect->memory[TONE] = tone;
}

/// Whether the subject of a message is this plug-in.
SPARE bool is_for_plugin(const Tones *uris, const LV2_Atom *subject) {
  return !subject || (subject->type == uris->atom_urid && ((const LV2_Atom_URID *)subject)->body == uris->plugin);
}

/// Whether the plug-in accepts a message with a subject, which can be NULL.
typedef bool Acceptance(const Tones *uris, const LV2_Atom *subject);

/// The value that an event sets; NULL for another event.
SPARE const float *tone_in(const Tones *uris, const LV2_Atom_Event *event, Acceptance accepts) {
  const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
  if (event->body.type != uris->object || object->body.otype != uris->set) return NULL;
  const LV2_Atom *subject = NULL, *property = NULL, *value = NULL;
  lv2_atom_object_get(object, uris->subject, &subject, uris->property, &property, uris->value, &value, 0);
  if (!property || property->type != uris->atom_urid || !accepts(uris, subject)) return NULL;
  if (((const LV2_Atom_URID *)property)->body != uris->tone) return NULL;
  return value && value->type == uris->atom_float ? (const float *)(value + 1) : NULL;
}

/// Sets the parameter by the messages whose subject `accepts` permits, and filters.
SPARE void filter_with(Effect *effect, uint32_t frames, Acceptance accepts) {
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  float *output = effect->port[OUTPUT];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const float *value = tone_in(effect->data, event, accepts);
    if (value && *value >= 0 && *value <= 1) set_tone(effect, *value);
  }
  good_run(effect, frames);
  const float tone = 0.9f * effect->memory[TONE];
  for (uint32_t i = 0; i < frames; ++i)
    output[i] = effect->memory[LAST] = (1 - tone) * output[i] + tone * effect->memory[LAST];
}

SPARE void tone_run(LV2_Handle handle, uint32_t frames) { filter_with(handle, frames, is_for_plugin); }

SPARE LV2_State_Status restore_tone(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                    uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Status status = restore_peak(handle, retrieve, state, flags, features);
  set_tone(effect, effect->kept >= 0 && effect->kept <= 1 ? effect->kept : 0);
  return status;
}

/// A plug-in with these functions; the other arguments are those of PLUGIN().
#define TONE_PLUGIN(save_function, restore_function, ...)                                                      \
  STATE_PLUGIN(save_function, restore_function, .instantiate = tone_instantiate, .activate = tone_activate,    \
               .run = tone_run, ##__VA_ARGS__)

#endif
