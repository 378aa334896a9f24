/// The correct parts of a plug-in that writes a note of 50 ms to port OTHER when the input becomes loud. The including file
/// defines `end_key(effect)`: the key of the note-off.
#include "notes.h"

/// Indices in Effect.memory: the frames until the note ends, 0 if none sounds, and the key of the note-on.
enum { REMAINING, KEY };

static uint8_t end_key(const Effect *effect);

SPARE uint8_t present_key(const Effect *effect) { return (uint8_t)(60 + 5 * control(effect, GAIN, 1)); }

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  LV2_Atom_Forge_Frame sequence;
  begin_notes(effect, &sequence);
  for (uint32_t i = 0; i < frames; ++i) {
    if (effect->memory[REMAINING] > 0) {
      if (--effect->memory[REMAINING] == 0) add_message(effect, i, (const uint8_t[]){0x80, end_key(effect), 0}, 3);
    } else if (fabsf(input[i]) > 0.3f) {
      effect->memory[REMAINING] = (float)(int)(0.05 * effect->rate);
      effect->memory[KEY] = present_key(effect);
      add_message(effect, i, (const uint8_t[]){0x90, (uint8_t)effect->memory[KEY], 100}, 3);
    }
  }
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
