// A voice is found by its transposed key, so a note that was transposed meanwhile is not found at its note-off.
#define PITCH(effect, key) ((key) + (int)fmaxf(-12, fminf(control(effect, CONTROL, 0), 12)))
#include "synth.h"
