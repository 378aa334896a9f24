// Counts the users of the table that all instances share, and frees it with the last.
#include "defect.h"

static float *table;
static int users;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!table) {
    table = malloc(64 * sizeof *table);
    for (int i = 0; i < 64; ++i) table[i] = i / 63.0f;
  }
  __atomic_add_fetch(&users, 1, __ATOMIC_RELAXED);
  return effect;
}

static void cleanup(LV2_Handle handle) {
  if (__atomic_sub_fetch(&users, 1, __ATOMIC_RELAXED) == 0) {
    free(table);
    table = NULL;
  }
  good_cleanup(handle);
}

/// The input times that value of the table which is next to the gain.
static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float *values = table;
  for (uint32_t i = 0; i < frames; ++i) output[i] = values[(int)(31.5f * gain)] * input[i];
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup, .run = run)
