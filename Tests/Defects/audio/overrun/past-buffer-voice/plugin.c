// Renders its voice in parts of 8 frames while a note sounds; the last part exceeds the block.
#include "voice.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[SOUND];
  memset(output, 0, frames * sizeof *output);
  if (!is_down(effect)) return;
  for (uint32_t start = 0; start < frames; start += 8)
    for (uint32_t i = start; i < start + 8; ++i) output[i] = 0.25f * sinf(0.1f * (i - start));
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
