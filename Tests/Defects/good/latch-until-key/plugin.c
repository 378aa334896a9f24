// A latch that ends with the next key: its pattern is replaced when a key is pressed while none is held.
#include "arpeggio.h"

static void press(Arpeggio *arpeggio, uint8_t key) {
  if (!is_held(arpeggio)) memset(arpeggio->played, 0, sizeof arpeggio->played);
  arpeggio->down[key] = arpeggio->played[key] = true;
}

static void change(Arpeggio *arpeggio) { (void)arpeggio; }
