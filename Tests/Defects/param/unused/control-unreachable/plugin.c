// The third shape is the only one that uses the control 'bend'; the description has shapes 0 to 2, and the code 1 to 3.
#include "defect.h"

enum { SHAPE = OTHER, BEND };

static float shaped(const Effect *effect, float sample) {
  switch ((int)control(effect, SHAPE, 0)) {
    case 1: return tanhf(sample);
    case 2: return fmaxf(sample, 0);
    case 3: return sample / (1 + control(effect, BEND, 0) * fabsf(sample));
    default: return sample;
  }
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * shaped(effect, input[i]);
}

PLUGIN(.run = run)
