// A tape echo that grows louder for half a minute with full feedback, above full scale. Then it oscillates without end
// at a bounded level.
#define MOST_FEEDBACK 1.03f
#define ECHO_LEVEL 20
#include "tape.h"
