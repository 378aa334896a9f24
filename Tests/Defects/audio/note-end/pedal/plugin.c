// A case of the switch that continues with the next one: the pedal ends all notes.
#define ENDS_ALL(message) ((message)[1] == 120 || (message)[1] == 123 || (message)[1] == 64)
#include "synth.h"
