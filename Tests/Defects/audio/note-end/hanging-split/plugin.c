// Ignores all messages of keys above the split, also the note-offs of keys that were pressed before it moved.
#define IGNORES(effect, message) ((message)[1] > control(effect, CONTROL, 70))
#include "synth.h"
