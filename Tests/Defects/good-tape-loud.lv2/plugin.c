// An echo with a tape that saturates inside the loop: turned up it swells for half a minute, beyond full scale, and then
// sings for ever, and never louder than that.
#include "defect.h"

enum { FEEDBACK };

static uint32_t length(const Effect *effect) { return (uint32_t)(0.4 * effect->rate); }

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc(length(effect), sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->data, 0, length(effect) * sizeof(float));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *tape = effect->data;
  const float feedback = fminf(fmaxf(control(effect, FEEDBACK, 0.4f), 0), 1.03f);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    const float echo = tape[effect->runs];
    const float recorded = tanhf(0.04f * sample + feedback * echo);
    tape[effect->runs] = fabsf(recorded) < 1e-15f ? 0 : recorded;
    output[i] = sample + 20 * echo;
    effect->runs = (effect->runs + 1) % length(effect);
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
