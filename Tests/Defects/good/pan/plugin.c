// On one side of its center, the pan adds the second input to the first output, but nothing to the second output.
#include "stereo.h"

static void process(Effect *effect, float frame[2]) {
  const float pan = control(effect, GAIN, 1), left = fmaxf(0, 1 - pan), right = fmaxf(0, pan - 1);
  const float first = frame[0], second = frame[1];
  frame[0] = first * (1 - right) + second * left;
  frame[1] = second * (1 - left) + first * right;
}
