// A note-on of velocity 0 is no note-off. A held note decays, so no note is heard to hang.
#define KEEPS 0.9999f
#define IGNORES(effect, message) (((message)[0] & 0xF0) == 0x90 && (message)[2] == 0)
#include "synth.h"
