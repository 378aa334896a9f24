// Answers with a patch:Put whose properties are not in a patch:body.
#include "answer.h"

static void run(LV2_Handle handle, uint32_t frames) { answer_with(handle, frames, put_tone); }

TONE_PLUGIN(save_peak, restore_tone, .instantiate = answer_instantiate, .run = run)
