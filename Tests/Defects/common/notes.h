/// The correct parts of a plug-in that writes a note-on and a note-off to port OTHER in each block.
#ifndef NOTES_H
#define NOTES_H

#include "defect.h"

static LV2_URID midi_event;

SPARE LV2_Handle notes_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                   const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!effect || !effect->map) {
    if (effect) good_cleanup(effect);
    return NULL;
  }
  lv2_atom_forge_init(&effect->forge, effect->map);
  midi_event = effect->map->map(effect->map->handle, LV2_MIDI__MidiEvent);
  return effect;
}

/// Begins the sequence; the chunk in the port contains the capacity.
SPARE void begin_notes(Effect *effect, LV2_Atom_Forge_Frame *frame) {
  LV2_Atom_Sequence *notes = effect->port[OTHER];
  lv2_atom_forge_set_buffer(&effect->forge, (uint8_t *)notes, notes->atom.size + sizeof(LV2_Atom));
  lv2_atom_forge_sequence_head(&effect->forge, frame, 0);
}

/// Appends one message if it fits.
SPARE void add_message(Effect *effect, int64_t frame, const uint8_t *message, uint32_t size) {
  if (effect->forge.size - effect->forge.offset < sizeof(LV2_Atom_Event) + lv2_atom_pad_size(size)) return;
  lv2_atom_forge_frame_time(&effect->forge, frame);
  lv2_atom_forge_atom(&effect->forge, size, midi_event);
  lv2_atom_forge_write(&effect->forge, message, size);
}

/// Appends a note message.
SPARE void add_note(Effect *effect, int64_t frame, uint8_t status) {
  add_message(effect, frame, (const uint8_t[]){status, 60, 100}, 3);
}

SPARE void notes_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame frame;
  begin_notes(effect, &frame);
  if (frames) add_note(effect, 0, 0x90);
  if (frames) add_note(effect, frames - 1, 0x80);
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

#endif
