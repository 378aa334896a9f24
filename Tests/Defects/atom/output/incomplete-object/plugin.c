// The size of an object exceeds the end of its last property.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame frame;
  begin_notes(effect, &frame);
  const bool fits = effect->forge.size - effect->forge.offset >= 64;
  if (fits) {
    const LV2_Atom_Forge_Ref event = lv2_atom_forge_frame_time(&effect->forge, 0);
    LV2_Atom_Forge_Frame object;
    lv2_atom_forge_object(&effect->forge, &object, 0, midi_event);
    lv2_atom_forge_key(&effect->forge, midi_event);
    lv2_atom_forge_int(&effect->forge, 7);
    lv2_atom_forge_pop(&effect->forge, &object);
    LV2_Atom_Event *written = (LV2_Atom_Event *)lv2_atom_forge_deref(&effect->forge, event);
    ((LV2_Atom_Property_Body *)((LV2_Atom_Object *)&written->body + 1))->value.size = 4000;
  }
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
