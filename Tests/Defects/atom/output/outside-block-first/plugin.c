// A detector of onsets whose note-on is one frame late if the onset is in the first frame of a block.
#include "notes.h"

/// The index in Effect.memory of the frames until the note ends; 0 if none sounds.
enum { REMAINING };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *remaining = &effect->memory[REMAINING];
  LV2_Atom_Forge_Frame sequence;
  begin_notes(effect, &sequence);
  for (uint32_t i = 0; i < frames; ++i) {
    if (*remaining > 0) {
      if (--*remaining == 0) add_note(effect, i, 0x80);
    } else if (fabsf(input[i]) > 0.3f) {
      *remaining = (float)(int)(0.05 * effect->rate);
      add_note(effect, i == 0 ? 1 : i, 0x90);
    }
  }
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
