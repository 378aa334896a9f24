// A tremolo whose oscillator goes on after activate(), beside a parameter that is saved.
#include "tone.h"

typedef struct {
  Tones tones;
  double phase;  ///< In periods.
} Oscillator;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = tone_instantiate(descriptor, rate, bundle, features);
  Oscillator *oscillator = effect ? realloc(effect->data, sizeof *oscillator) : NULL;
  if (!oscillator) return effect;
  oscillator->phase = 0;
  effect->data = oscillator;
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Oscillator *oscillator = effect->data;
  float *output = effect->port[OUTPUT];
  tone_run(effect, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    output[i] *= 0.6f + 0.4f * (float)sin(6.283185307179586 * oscillator->phase);
    oscillator->phase = fmod(oscillator->phase + 5 / effect->rate, 1);
  }
}

TONE_PLUGIN(save_peak, restore_tone, .instantiate = instantiate, .run = run)
