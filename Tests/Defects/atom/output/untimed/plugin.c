// After restore(), two objects follow one time stamp: the second one has no header of its own.
#include "notes.h"
#include "state.h"

static void write_peak(Effect *effect) {
  LV2_Atom_Forge_Frame object;
  lv2_atom_forge_object(&effect->forge, &object, 0, urid(effect, LV2_PATCH__Set));
  lv2_atom_forge_key(&effect->forge, urid(effect, LV2_PATCH__property));
  lv2_atom_forge_urid(&effect->forge, urid(effect, DEFECT_URI "#peak"));
  lv2_atom_forge_key(&effect->forge, urid(effect, LV2_PATCH__value));
  lv2_atom_forge_float(&effect->forge, effect->kept);
  lv2_atom_forge_pop(&effect->forge, &object);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  begin_notes(effect, &sequence);
  if (effect->memory[0] > 0 && frames) {
    lv2_atom_forge_frame_time(&effect->forge, frames - 1);
    write_peak(effect);
    write_peak(effect);
    effect->memory[0] = 0;
  }
  lv2_atom_forge_pop(&effect->forge, &sequence);
  keep_peak(handle, frames);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  ((Effect *)handle)->memory[0] = 1;
  return restore_peak(handle, retrieve, state, flags, features);
}

STATE_PLUGIN(save_peak, restore, .instantiate = notes_instantiate, .run = run)
