/// Keeps the keys that are down in a list on the heap, besides amplifying the input. The including file defines
/// `has_space(count)`: whether a key is added to a list of so many.
#include "notes.h"

enum { EVENTS = OTHER, HELD = 32 };

typedef struct {
  uint32_t count;
  uint8_t keys[HELD];
} Held;

static bool has_space(uint32_t count);

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(1, sizeof(Held));
  return effect;
}

static void activate(LV2_Handle handle) { ((Held *)((Effect *)handle)->data)->count = 0; }

static void remove_key(Held *held, uint8_t key) {
  for (uint32_t i = 0; i < held->count; ++i)
    if (held->keys[i] == key) held->keys[i--] = held->keys[--held->count];
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Held *held = effect->data;
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[EVENTS], event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type != midi_event || event->body.size != 3 || (message[0] & 0xE0) != 0x80) continue;
    remove_key(held, message[1]);
    if ((message[0] & 0x10) && message[2] && has_space(held->count)) held->keys[held->count++] = message[1];
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
