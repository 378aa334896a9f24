/// A plug-in that answers each patch:Get with a patch:Put of its parameter, in addition to tone.h.
#ifndef ANSWER_H
#define ANSWER_H

#include "tone.h"

enum { ANSWERS = OTHER + 1 };

/// The URIDs of an answer.
typedef struct {
  Tones tones;
  LV2_URID get, put, body;
} Answers;

SPARE LV2_Handle answer_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
  Effect *effect = tone_instantiate(descriptor, rate, bundle, features);
  Answers *answers = effect ? realloc(effect->data, sizeof *answers) : NULL;
  if (!answers) return effect;
  effect->data = answers;
  answers->get = urid(effect, LV2_PATCH__Get);
  answers->put = urid(effect, LV2_PATCH__Put);
  answers->body = urid(effect, LV2_PATCH__body);
  if (effect->map) lv2_atom_forge_init(&effect->forge, effect->map);
  return effect;
}

/// Writes the parameter as a property of the present object.
SPARE void put_tone(Effect *effect) {
  const Answers *answers = effect->data;
  lv2_atom_forge_key(&effect->forge, answers->tones.tone);
  lv2_atom_forge_float(&effect->forge, effect->kept);
}

/// Answers the messages for this plug-in: `put` writes the properties of a patch:Put.
SPARE void answer_with(Effect *effect, uint32_t frames, void (*put)(Effect *)) {
  const Answers *answers = effect->data;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_Atom_Sequence *output = effect->port[ANSWERS];
  LV2_Atom_Forge *forge = &effect->forge;
  LV2_Atom_Forge_Frame sequence, message;
  lv2_atom_forge_set_buffer(forge, (uint8_t *)output, output->atom.size + sizeof(LV2_Atom));
  lv2_atom_forge_sequence_head(forge, &sequence, 0);
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
    if (event->body.type != answers->tones.object || object->body.otype != answers->get) continue;
    const LV2_Atom *subject = NULL;
    lv2_atom_object_get(object, answers->tones.subject, &subject, 0);
    if (!is_for_plugin(&answers->tones, subject) || forge->size - forge->offset < 256) continue;
    lv2_atom_forge_frame_time(forge, event->time.frames);
    lv2_atom_forge_object(forge, &message, 0, answers->put);
    put(effect);
    lv2_atom_forge_pop(forge, &message);
  }
  lv2_atom_forge_pop(forge, &sequence);
  tone_run(effect, frames);
}

/// The complete patch:Put, with a body.
SPARE void put_body(Effect *effect) {
  LV2_Atom_Forge_Frame body;
  lv2_atom_forge_key(&effect->forge, ((const Answers *)effect->data)->body);
  lv2_atom_forge_object(&effect->forge, &body, 0, 0);
  put_tone(effect);
  lv2_atom_forge_pop(&effect->forge, &body);
}

#endif
