// Voices that another note took over are never free again.
#define ENDS(voice) (!(voice)->stolen)
#include "synth.h"
