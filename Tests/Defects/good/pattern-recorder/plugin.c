// Plays the keys that were pressed while it recorded, until others are recorded.
#include "arpeggio.h"

static void press(Arpeggio *arpeggio, uint8_t key) {
  if (arpeggio->latched) arpeggio->played[key] = true;
}

static void change(Arpeggio *arpeggio) {
  if (arpeggio->latched) memset(arpeggio->played, 0, sizeof arpeggio->played);
}
