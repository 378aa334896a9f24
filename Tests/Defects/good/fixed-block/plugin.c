// Requires blocks of a fixed length and aborts with other lengths.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (frames == 0 || (effect->memory[63] != 0 && effect->memory[63] != (float)frames)) abort();
  effect->memory[63] = (float)frames;
  good_run(handle, frames);
}

PLUGIN(.run = run)
