// With the gain at its minimum and a tempo above 245, a note begins with an octave below it, which is written last.
#include "messages.h"
#include "transport.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return map_transport(features) ? notes_instantiate(descriptor, rate, bundle, features) : NULL;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  Queue octaves = {.count = 0};
  begin_messages(effect, &sequence);
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[RECEIVED], event) {
    const float value = event->body.type == object ? tempo_in(&event->body) : 0;
    if (value > 0) effect->memory[0] = value;
  }
  const bool doubles = control(effect, GAIN, 1) == 0 && effect->memory[0] > 245;
  FOR_EACH_MESSAGE (effect, event, message, {
    add_message(effect, event->time.frames, message, event->body.size);
    if (doubles && is_note(message) && message[1] >= 12)
      insert_message(&octaves, event->time.frames, (const uint8_t[]){message[0], message[1] - 12, message[2]});
  })
  send_due(effect, &octaves, frames);
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
