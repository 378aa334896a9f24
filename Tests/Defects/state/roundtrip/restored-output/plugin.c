// restore() sets the parameter, but not the coefficient that is computed from it.
#include "tone.h"

TONE_PLUGIN(save_peak, restore_peak)
