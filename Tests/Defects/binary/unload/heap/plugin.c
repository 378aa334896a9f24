// A table that is made when the library is loaded, and not freed when it is closed.
#include "defect.h"

static float *table;

__attribute__((constructor)) static void make_table(void) { table = calloc(1000, sizeof *table); }

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i] + (table ? table[i % 1000] : 0);
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
