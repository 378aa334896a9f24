/// An echo with saturation inside its feedback loop. The including file defines the largest feedback, `MOST_FEEDBACK`,
/// and the gain of the echo, `ECHO_LEVEL`.
#define SECONDS 0.4
#include "line.h"

enum { FEEDBACK };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *tape = effect->data;
  const float feedback = fminf(fmaxf(control(effect, FEEDBACK, 0.4f), 0), MOST_FEEDBACK);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    const float echo = tape[effect->runs];
    const float recorded = tanhf(0.04f * sample + feedback * echo);
    tape[effect->runs] = fabsf(recorded) < 1e-15f ? 0 : recorded;
    output[i] = sample + ECHO_LEVEL * echo;
    effect->runs = (effect->runs + 1) % line_length(effect);
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
