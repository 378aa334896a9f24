/// The correct parts of a plug-in that passes on each key once, however many keyboards hold it. The including file defines
/// `counts()`.
#include "messages.h"

/// The presses of each key of each channel.
typedef struct {
  unsigned count[16][128];
} Presses;

/// Whether a message changes the count of its key, while the first control has a value.
static bool counts(const uint8_t *message, float gain);

SPARE LV2_Handle presses_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                     const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(1, sizeof(Presses));
  return effect;
}

SPARE void presses_activate(LV2_Handle handle) {
  memset(((Effect *)handle)->data, 0, sizeof(Presses));
  good_activate(handle);
}

/// Whether the message is the first press of its key, or its last release.
SPARE bool is_relevant(Presses *presses, const uint8_t *message) {
  unsigned *count = &presses->count[message[0] & 15][message[1] & 127];
  if (is_note_on(message)) return ++*count == 1;
  if (*count > 0) --*count;
  return *count == 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  const float gain = control(effect, GAIN, 1);
  FOR_EACH_MESSAGE (effect, event, message, {
    if (is_note(message) && (!counts(message, gain) || is_relevant(effect->data, message)))
      add_message(effect, event->time.frames, message, 3);
  })
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = presses_instantiate, .activate = presses_activate, .run = run)
