// Each channel has a gain of its own, which the names do not tell.
#include "stereo.h"

static void process(Effect *effect, float frame[2]) {
  frame[0] *= control(effect, GAIN, 1);
  frame[1] *= 2 * control(effect, THIRD, 0.5f);
}
