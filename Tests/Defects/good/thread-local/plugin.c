// Uses a thread-local variable. The dynamic linker allocates it when a thread first accesses it.
#include "defect.h"

static __thread float scratch[64];

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t begin = 0; begin < frames; begin += 64) {
    const uint32_t count = frames - begin < 64 ? frames - begin : 64;
    for (uint32_t i = 0; i < count; ++i) scratch[i] = gain * input[begin + i];
    memcpy(output + begin, scratch, count * sizeof *scratch);
  }
}

PLUGIN(.run = run)
