// A control lengthens the release up to minutes: notes that sound long after their note-off are no fault then.
#define RELEASE(effect) fmaxf(0.01f, fminf(control(effect, CONTROL, 0.01f), 20))
#include "synth.h"
