// Sends each message again after eight blocks instead of after a fixed time.
#include "messages.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Queue *queue = effect->data;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    if (is_note(message)) insert_message(queue, event->time.frames + 8 * (int64_t)frames, message);
  })
  send_due(effect, queue, frames);
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = queue_instantiate, .activate = queue_activate, .run = run)
