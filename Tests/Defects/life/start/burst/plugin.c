// The smoothed gain begins at 4: the sound begins loudly.
#define START 4
#define SPEED 0.005f
#include "smoothed-gain.h"
