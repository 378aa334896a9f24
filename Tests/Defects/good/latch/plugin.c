// A latch that ends when it is switched off: only the keys that are held stay in the pattern.
#include "arpeggio.h"

static void press(Arpeggio *arpeggio, uint8_t key) { arpeggio->down[key] = arpeggio->played[key] = true; }

static void change(Arpeggio *arpeggio) { memcpy(arpeggio->played, arpeggio->down, sizeof arpeggio->played); }
