// Ignores the channel mode messages.
#define IGNORES(effect, message) (((message)[0] & 0xF0) == 0xB0 && (message)[1] >= 120)
#include "synth.h"
