// Frees the table of all instances with the first that goes; the others go on using it.
#include "defect.h"

static float *table;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!table) {
    table = malloc(64 * sizeof *table);
    for (int i = 0; i < 64; ++i) table[i] = i / 63.0f;
  }
  effect->port[OTHER] = table;
  return effect;
}

static void cleanup(LV2_Handle handle) {
  free(table);
  table = NULL;
  good_cleanup(handle);
}

/// The input times that value of the table which is next to the gain.
static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float *values = effect->port[OTHER];
  for (uint32_t i = 0; i < frames; ++i) output[i] = values[(int)(31.5f * gain)] * input[i];
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup, .run = run)
