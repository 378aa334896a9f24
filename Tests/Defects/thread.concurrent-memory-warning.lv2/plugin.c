// All instances use the scratch memory to which a static variable points. run() changes no static variable.
#include "defect.h"

static float *scratch;

__attribute__((constructor)) static void allocate(void) { scratch = calloc(256, sizeof *scratch); }

__attribute__((destructor)) static void release(void) { free(scratch); }

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t start = 0; start < frames; start += 256) {
    const uint32_t count = frames - start < 256 ? frames - start : 256;
    for (uint32_t i = 0; i < count; ++i) scratch[i] = gain * input[start + i];
    for (uint32_t i = 0; i < count; ++i) output[start + i] = scratch[i];
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
