// The type of the events is a number that the host never mapped.
#include "notes.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  const LV2_Handle handle = notes_instantiate(descriptor, rate, bundle, features);
  midi_event = 4711;
  return handle;
}

PLUGIN(.instantiate = instantiate, .run = notes_run)
