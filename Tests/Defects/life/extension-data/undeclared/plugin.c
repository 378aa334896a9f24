// Has state, but its description does not say so.
#include "state.h"

STATE_PLUGIN(save_peak, restore_peak)
