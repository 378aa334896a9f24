/// A plug-in with two channels: port 3 is the second input and port 4 the second output. The including file defines
/// what happens to a frame of both.
#include "defect.h"

enum { INPUT_2 = OTHER, OUTPUT_2, THIRD };

static void process(Effect *effect, float frame[2]);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT], *input_2 = effect->port[INPUT_2];
  float *output = effect->port[OUTPUT], *output_2 = effect->port[OUTPUT_2];
  for (uint32_t i = 0; i < frames; ++i) {
    float frame[2] = {input[i], input_2[i]};
    process(effect, frame);
    output[i] = frame[0];
    output_2[i] = frame[1];
  }
}

PLUGIN(.run = run)
