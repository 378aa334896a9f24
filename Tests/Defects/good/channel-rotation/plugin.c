// Plays each key on the next one of three channels, or of two while the control is high.
#include "messages.h"

typedef struct {
  unsigned next;
  unsigned count[16][128];
  uint8_t channel[16][128];
} Rotation;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(1, sizeof(Rotation));
  return effect;
}

static void activate(LV2_Handle handle) {
  memset(((Effect *)handle)->data, 0, sizeof(Rotation));
  good_activate(handle);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Rotation *rotation = effect->data;
  LV2_Atom_Forge_Frame sequence;
  const unsigned channels = control(effect, GAIN, 1) > 1.5f ? 2 : 3;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    if (!is_note(message)) continue;
    unsigned *count = &rotation->count[message[0] & 15][message[1] & 127];
    uint8_t *channel = &rotation->channel[message[0] & 15][message[1] & 127];
    if (is_note_on(message) && (*count)++ == 0) *channel = (uint8_t)(rotation->next++ % channels);
    if (!is_note_on(message) && *count > 0) --*count;
    const uint8_t status = (uint8_t)((message[0] & 0xF0) | *channel);
    add_message(effect, event->time.frames, (const uint8_t[]){status, message[1], message[2]}, 3);
  })
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
