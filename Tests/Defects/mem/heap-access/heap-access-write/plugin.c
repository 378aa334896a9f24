// A delay line has 20 ms at 44.1 kHz for every sample rate: at higher rates, run() writes past its end.
#include "defect.h"

#define ROOM 882

typedef struct {
  uint32_t place;
  float line[ROOM];
} Delay;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(1, sizeof(Delay));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  memset(effect->data, 0, sizeof(Delay));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Delay *delay = effect->data;
  const uint32_t length = (uint32_t)(0.02 * effect->rate);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    const float now = input[i];
    output[i] = delay->line[delay->place];
    delay->line[delay->place] = now;
    delay->place = (delay->place + 1) % length;
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
