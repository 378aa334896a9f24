// The second channel is not amplified.
#include "stereo.h"

static void process(Effect *effect, float frame[2]) { frame[0] *= control(effect, GAIN, 1); }
