// State that is kept as it should be.
#include "state.h"

STATE_PLUGIN(save_peak, restore_peak)
