// Does not hear that a pedal comes up.
#define IGNORES(effect, message) ((message)[0] == 0xB0 && (message)[1] == 64 && (message)[2] == 0)
#include "synth.h"
