/// Writes the level of each block to port OTHER as an atom:Float. The including file defines `level(effect, input, frames)`.
#include "notes.h"

static float level(Effect *effect, const float *input, uint32_t frames);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame frame;
  const float value = level(effect, effect->port[INPUT], frames);
  begin_notes(effect, &frame);
  if (frames && effect->forge.size - effect->forge.offset >= 32) {
    lv2_atom_forge_frame_time(&effect->forge, 0);
    lv2_atom_forge_float(&effect->forge, value);
  }
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
