// A click writes a note with the size of its body only.
#include "click.h"
#include <lv2/atom/atom.h>

static void click(Interface *interface) {
  const struct {
    LV2_Atom atom;
    uint8_t bytes[4];
  } note = {{3, interface->map->map(interface->map->handle, LV2_MIDI__MidiEvent)}, {LV2_MIDI_MSG_NOTE_ON, 60, 100}};
  const LV2_URID transfer = interface->map->map(interface->map->handle, LV2_ATOM__eventTransfer);
  interface->write(interface->controller, OTHER, note.atom.size, transfer, &note);
}
