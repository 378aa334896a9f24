// The state interface has no save().
#include "state.h"

STATE_PLUGIN(NULL, restore_peak)
