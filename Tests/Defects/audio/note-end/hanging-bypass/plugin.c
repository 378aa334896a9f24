// Ignores all messages while it is bypassed, also the note-offs of keys that were pressed before.
#define IGNORES(effect, message) (control(effect, CONTROL, 1) <= 0)
#include "synth.h"
