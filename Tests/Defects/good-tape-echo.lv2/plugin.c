// An echo with a tape that saturates inside the loop: turned up it sings for ever, and never louder than that.
#define MOST_FEEDBACK 1.1f
#define ECHO_LEVEL 0.5f
#include "tape.h"
