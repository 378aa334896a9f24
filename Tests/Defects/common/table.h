/// A table that all instances share. The first instance allocates it; each folder decides when it is freed.
#include "defect.h"

static float *table;

static LV2_Handle table_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
  if (!table) {
    table = malloc(64 * sizeof *table);
    for (int i = 0; i < 64; ++i) table[i] = i / 63.0f;
  }
  return good_instantiate(descriptor, rate, bundle, features);
}

/// Multiplies the input by the entry of `values` for the gain.
static void table_run(Effect *effect, const float *values, uint32_t frames) {
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = values[(int)(31.5f * gain)] * input[i];
}
