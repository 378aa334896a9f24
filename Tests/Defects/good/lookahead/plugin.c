// A limiter that looks 64 samples ahead and reports this latency. Bypassed, it delays the input by as much.
#include "defect.h"

enum { ahead = 64 };

typedef struct {
  float line[ahead];
  float gain, mix;
  uint32_t place;
} Limiter;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc(1, sizeof(Limiter));
  return effect;
}

static void activate(LV2_Handle handle) {
  good_activate(handle);
  *(Limiter *)((Effect *)handle)->data = (Limiter){.gain = 1, .mix = -1};
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Limiter *limiter = effect->data;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float enabled = control(effect, OTHER, 1) > 0;
  if (limiter->mix < 0) limiter->mix = enabled;
  *(float *)effect->port[OTHER + 1] = ahead;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    const float wanted = fabsf(sample) > 0.5f ? 0.5f / fabsf(sample) : 1;
    limiter->gain = fminf(wanted, limiter->gain + 0.0001f * (1 - limiter->gain));
    limiter->mix += fmaxf(-0.001f, fminf(0.001f, enabled - limiter->mix));
    const float late = limiter->line[limiter->place];
    limiter->line[limiter->place] = sample;
    limiter->place = (limiter->place + 1) % ahead;
    output[i] = late + limiter->mix * (limiter->gain * late - late);
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
