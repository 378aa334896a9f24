// A parameter that is a number and is saved; messages can name the plug-in as their subject or none.
#include "tone.h"

TONE_PLUGIN(save_peak, restore_tone)
