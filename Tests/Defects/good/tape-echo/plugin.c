// An echo whose loop saturates: with full feedback it oscillates without end at a bounded level.
#define MOST_FEEDBACK 1.1f
#define ECHO_LEVEL 0.5f
#include "tape.h"
