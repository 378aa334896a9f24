/// A high-pass filter for low frequencies that a switch at port 3 turns off. The including file defines `rest(effect)`: what
/// happens to its state while it is off.
#include "defect.h"

enum { SWITCH = OTHER };

static void rest(Effect *effect);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  float state = effect->memory[0];
  if (control(effect, SWITCH, 1) > 0) {
    for (uint32_t i = 0; i < frames; ++i) {
      const float sample = isfinite(input[i]) ? input[i] : 0;
      state += 0.002f * (sample - state);
      output[i] = control(effect, GAIN, 1) * (sample - state);
    }
    effect->memory[0] = fabsf(state) < 1e-15f || fabsf(state) > 1e6f ? 0 : state;
  } else {
    rest(effect);
    memmove(output, input, frames * sizeof *output);
  }
}

PLUGIN(.run = run)
