// Writes MIDI messages of every length, and one that is longer than its status byte requires.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame frame;
  begin_notes(effect, &frame);
  if (frames) {
    add_message(effect, 0, (const uint8_t[]){0xF0, 0x7E, 0x7F, 9, 1, 0xF7}, 6);
    add_message(effect, 0, (const uint8_t[]){0xC0, 127}, 2);
    add_message(effect, 0, (const uint8_t[]){0xD0, 127, 0}, 3);
    add_message(effect, 0, (const uint8_t[]){0xE0, 127, 127}, 3);
    add_message(effect, 0, (const uint8_t[]){0xF2, 0, 127}, 3);
    add_message(effect, 0, (const uint8_t[]){0xF3, 127}, 2);
    add_message(effect, 0, (const uint8_t[]){0xFF}, 1);
    add_message(effect, frames - 1, (const uint8_t[]){0xF8}, 1);
  }
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
