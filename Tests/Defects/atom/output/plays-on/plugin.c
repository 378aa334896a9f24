// A latch that does not end: the keys that were released meanwhile stay in the pattern when it is switched off.
#include "arpeggio.h"

static void press(Arpeggio *arpeggio, uint8_t key) { arpeggio->down[key] = arpeggio->played[key] = true; }

static void change(Arpeggio *arpeggio) { (void)arpeggio; }
