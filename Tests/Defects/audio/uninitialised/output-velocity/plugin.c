// Whether soft notes sound is in a byte that is never initialized.
#define MEMORY() malloc(sizeof(Synth) + 1)
#define IGNORES(effect, message)                                                           \
  (((message)[0] & 0xF0) == 0x90 && (message)[2] > 0 && (message)[2] < 64 && \
   ((const uint8_t *)(effect)->data)[sizeof(Synth)] >= 0x80)
#include "synth.h"
