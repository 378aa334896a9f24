// An echo after 1.5 s that is off at the default of the control. Its delay line, which has input at all times, is not
// cleared by activate().
#include "defect.h"
#define SECONDS 1.5
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const float level = control(effect, GAIN, 1) > 1.5f ? 0.5f : 0;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    output[i] = sample + level * line[effect->runs];
    line[effect->runs] = sample;
    effect->runs = (effect->runs + 1) % line_length(effect);
  }
}

PLUGIN(.instantiate = line_instantiate, .run = run)
