// A control voltage that rises for up to a minute after a trigger and then falls.
#include "defect.h"

enum { RISE };
enum { LEVEL, RISING, TRIGGER };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *memory = effect->memory;
  const float step = 1 / (fminf(fmaxf(control(effect, RISE, 0.1f), 0.001f), 60) * (float)effect->rate);
  for (uint32_t i = 0; i < frames; ++i) {
    const float trigger = input[i] > 0.5f;
    if (trigger > memory[TRIGGER]) memory[RISING] = 1;
    memory[TRIGGER] = trigger;
    memory[LEVEL] = fmaxf(memory[LEVEL] + (memory[RISING] > 0 ? step : -1e-4f), 0);
    if (memory[LEVEL] >= 1) memory[LEVEL] = 1, memory[RISING] = 0;
    output[i] = memory[LEVEL];
  }
}

PLUGIN(.run = run)
