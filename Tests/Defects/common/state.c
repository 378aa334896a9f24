// The amplifier with state.
#include "state.h"

STATE_PLUGIN(save_peak, restore_peak)
