// Stores the running instance in a static variable, and clears the variable at the end of run().
#include "defect.h"

static Effect *volatile current;

static void run(LV2_Handle handle, uint32_t frames) {
  current = handle;
  const float gain = control(current, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = ((const float *)current->port[INPUT])[i];
    ((float *)current->port[OUTPUT])[i] = gain * sample;
  }
  current->runs += frames > 0;
  current = NULL;
}

PLUGIN(.run = run)
