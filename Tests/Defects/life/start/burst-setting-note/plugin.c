// The smoothed gain begins at the default of the control.
#define START 1
#define SPEED 0.01f
#include "smoothed-gain.h"
