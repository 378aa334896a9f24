// Keys that are released while the arpeggio is muted stay held: they are played when a latch ends afterwards.
#define OWN_RELEASE
#include "arpeggio.h"

static void press(Arpeggio *arpeggio, uint8_t key) { arpeggio->down[key] = arpeggio->played[key] = true; }

static void release(Arpeggio *arpeggio, uint8_t key) {
  if (!arpeggio->muted) arpeggio->down[key] = false;
  if (!arpeggio->latched) arpeggio->played[key] = false;
}

static void change(Arpeggio *arpeggio) { memcpy(arpeggio->played, arpeggio->down, sizeof arpeggio->played); }
