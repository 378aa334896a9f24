// Divides by the beat unit of a position event, which can be 0.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    if (event->body.type != effect->forge.Object) continue;
    const LV2_Atom *unit = NULL;
    lv2_atom_object_get((const LV2_Atom_Object *)&event->body, (LV2_URID)effect->kept, &unit, 0);
    if (unit && unit->type == effect->forge.Int) effect->memory[0] = 64 / ((const LV2_Atom_Int *)unit)->body;
  }
  good_run(handle, frames);
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->kept = effect->map->map(effect->map->handle, LV2_TIME__beatUnit);
  return effect;
}

PLUGIN(.instantiate = instantiate, .run = run)
