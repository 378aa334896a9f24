// The control transposes notes. A note-off has the key of its note-on, and activate() ends the notes of the time before.
#include "messages.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  effect->runs = 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  uint8_t *keys = (uint8_t *)effect->memory;  // The key that a key began, plus 1; 0 if it sounds no more.
  LV2_Atom_Forge_Frame sequence;
  const int shift = (int)(12 * control(effect, GAIN, 1)) - 12;
  begin_messages(effect, &sequence);
  for (unsigned key = 0; effect->runs == 0 && frames > 0 && key < 128; ++key) {
    if (keys[key]) add_message(effect, 0, (const uint8_t[]){0x80, keys[key] - 1, 64}, 3);
    keys[key] = 0;
  }
  FOR_EACH_MESSAGE (effect, event, message, {
    if (!is_note(message) || (message[0] & 0x0F)) continue;
    if (keys[message[1]])
      add_message(effect, event->time.frames, (const uint8_t[]){0x80, keys[message[1]] - 1, 64}, 3);
    keys[message[1]] = 0;
    const int key = message[1] + shift;
    if (!is_note_on(message) || key < 0 || key > 127) continue;
    keys[message[1]] = (uint8_t)(key + 1);
    add_message(effect, event->time.frames, (const uint8_t[]){0x90, (uint8_t)key, message[2]}, 3);
  })
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .activate = activate, .run = run)
