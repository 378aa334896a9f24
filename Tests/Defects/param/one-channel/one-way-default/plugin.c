// The filter of the second channel adds the state of the filter of the first channel.
#include "stereo.h"

static void process(Effect *effect, float frame[2]) {
  float *state = effect->memory;
  for (int channel = 0; channel < 2; ++channel) {
    if (!(fabsf(frame[channel]) < 1e6f)) frame[channel] = 0;
    state[channel] += 0.3f * (frame[channel] - state[channel]);
    if (fabsf(state[channel]) < 1e-15f) state[channel] = 0;
    frame[channel] = control(effect, GAIN, 1) * (frame[channel] + 0.5f * state[0]);
  }
}
