// Measures how alike successive samples are. The limit of the index of the table, which only nearly constant signals reach,
// is one entry too high.
#define ENTRIES 65536
#include "entries.h"

enum { PREVIOUS, POWER, PRODUCT, COUNT, WINDOW = 64 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const volatile float *table = effect->data;
  const float *input = effect->port[INPUT];
  float *memory = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    memory[POWER] += input[i] * input[i];
    memory[PRODUCT] += input[i] * memory[PREVIOUS];
    memory[PREVIOUS] = input[i];
    if (++memory[COUNT] < WINDOW) continue;
    const float difference = memory[POWER] - memory[PRODUCT];
    if (memory[POWER] > 1 && memory[POWER] < 100 && difference > 0)
      (void)table[(size_t)fminf(memory[POWER] / difference, ENTRIES)];
    memory[POWER] = memory[PRODUCT] = memory[COUNT] = 0;
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = entries_instantiate, .run = run)
