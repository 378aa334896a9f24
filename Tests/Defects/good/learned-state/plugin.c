// Has a state only after it learned the peak of its input.
#include "learned.h"

STATE_PLUGIN(save_learned, restore_peak, .run = learn)
