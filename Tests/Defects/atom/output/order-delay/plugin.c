// Each note is repeated 700 frames later. The repetitions are written after the messages that arrive in the block.
#include "messages.h"

enum { DELAY = 700 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(1, sizeof(Queue));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  ((Queue *)effect->data)->count = 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    add_message(effect, event->time.frames, message, event->body.size);
    if (is_note(message)) insert_message(effect->data, event->time.frames + DELAY, message);
  })
  send_due(effect, effect->data, frames);
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
