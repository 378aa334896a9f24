// A note-on of velocity 0 is no note-off.
#define IGNORES(effect, message) (((message)[0] & 0xF0) == 0x90 && (message)[2] == 0)
#include "synth.h"
