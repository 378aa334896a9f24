/// A tuner: port OTHER is the note of the input, from 0 (A) to 11. The including file defines `REMAINDER(note)`, its
/// remainder by 12.
#include "defect.h"

/// Indices in Effect.memory: the last sample, the number of zero crossings and of frames, and the note.
enum { LAST, CROSSINGS, FRAMES, NOTE };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *memory = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    if (memory[LAST] <= 0 && sample > 0) ++memory[CROSSINGS];
    memory[LAST] = sample;
    if (++memory[FRAMES] < 0.1f * (float)effect->rate) continue;
    const float frequency = 10 * fmaxf(memory[CROSSINGS], 1);
    const int note = (int)roundf(12 * log2f(frequency / 440));
    memory[NOTE] = (float)REMAINDER(note);
    memory[CROSSINGS] = memory[FRAMES] = 0;
  }
  *(float *)effect->port[OTHER] = memory[NOTE];
  good_run(handle, frames);
}

PLUGIN(.run = run)
