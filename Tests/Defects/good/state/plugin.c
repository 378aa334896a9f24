// Saves and restores its state correctly.
#include "state.h"

STATE_PLUGIN(save_peak, restore_peak)
