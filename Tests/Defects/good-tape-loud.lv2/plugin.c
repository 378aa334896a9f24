// A tape echo that, turned up, swells for half a minute, beyond full scale, and then sings for ever, and never louder than
// that.
#define MOST_FEEDBACK 1.03f
#define ECHO_LEVEL 20
#include "tape.h"
