// The state interface has no restore().
#include "state.h"

STATE_PLUGIN(save_peak, NULL)
