// Ignores the subject of messages, as many plug-ins do.
#include "tone.h"

static bool accepts(const Tones *uris, const LV2_Atom *subject) {
  (void)uris, (void)subject;
  return true;
}

static void run(LV2_Handle handle, uint32_t frames) { filter_with(handle, frames, accepts); }

TONE_PLUGIN(save_peak, restore_tone, .run = run)
