/// A lowpass of two channels. The including file defines the rate of a channel, rate(), and may define CUTOFF(gain) in hertz.
#include "stereo.h"

#ifndef CUTOFF
#define CUTOFF(gain) (1000 * fmaxf(gain, 0.01f))
#endif

static double rate(const Effect *effect, int channel);

static void process(Effect *effect, float frame[2]) {
  const float cutoff = CUTOFF(control(effect, GAIN, 1));
  for (int channel = 0; channel < 2; ++channel) {
    const float sample = fabsf(frame[channel]) < 1e6f ? frame[channel] : 0;
    const float share = 1 - expf(-6.2831853f * fminf(cutoff, 1e6f) / (float)rate(effect, channel));
    float *state = &effect->memory[channel];
    *state += share * (sample - *state);
    if (fabsf(*state) < 1e-15f) *state = 0;
    frame[channel] = *state;
  }
}
