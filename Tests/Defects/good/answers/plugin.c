// Answers each patch:Get with a complete patch:Put.
#include "answer.h"

static void run(LV2_Handle handle, uint32_t frames) { answer_with(handle, frames, put_body); }

TONE_PLUGIN(save_peak, restore_tone, .instantiate = answer_instantiate, .run = run)
