// With the gain at its minimum, a note begins with an octave below it, which is written last.
#include "octaves.h"

static void run(LV2_Handle handle, uint32_t frames) { pass_on(handle, frames, control(handle, GAIN, 1) == 0); }

PLUGIN(.instantiate = notes_instantiate, .run = run)
