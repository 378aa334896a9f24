// Releases keys 4 s late. A change of the control ends all notes at once.
#include "messages.h"

static void end_notes(Effect *effect, Queue *queue) {
  for (unsigned index = 0; index < queue->count; ++index) add_message(effect, 0, queue->messages[index].bytes, 3);
  queue->count = 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Queue *queue = effect->data;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  if (effect->memory[0] != control(effect, GAIN, 1)) end_notes(effect, queue);
  effect->memory[0] = control(effect, GAIN, 1);
  Queue due = {.count = 0};
  FOR_EACH_MESSAGE (effect, event, message, {
    if (is_note_on(message)) insert_message(&due, event->time.frames, message);
    else if (is_note(message)) insert_message(queue, event->time.frames + (int64_t)(4 * effect->rate), message);
  })
  while (queue->count > 0 && queue->messages[0].frame < frames) {
    insert_message(&due, queue->messages[0].frame, queue->messages[0].bytes);
    memmove(queue->messages, queue->messages + 1, --queue->count * sizeof(Message));
  }
  for (unsigned index = 0; index < queue->count; ++index) queue->messages[index].frame -= frames;
  send_due(effect, &due, frames);
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = queue_instantiate, .activate = queue_activate, .run = run)
