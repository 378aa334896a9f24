// Ignores messages without a subject.
#include "tone.h"

static bool accepts(const Tones *uris, const LV2_Atom *subject) { return subject && is_for_plugin(uris, subject); }

static void run(LV2_Handle handle, uint32_t frames) { filter_with(handle, frames, accepts); }

TONE_PLUGIN(save_peak, restore_tone, .run = run)
