/// The correct parts of a plug-in that reads MIDI messages from port OTHER and writes others to port OTHER + 1.
#ifndef MESSAGES_H
#define MESSAGES_H

#include "notes.h"

enum { RECEIVED = OTHER, SENT = OTHER + 1, WAITING = 64 };

/// A short message that is sent later.
typedef struct {
  int64_t frame;  ///< Counted from the start of the present block.
  uint8_t bytes[3];
} Message;

/// The messages that wait, in the order of their frames.
typedef struct {
  Message messages[WAITING];
  unsigned count;
} Queue;

/// With a queue that is empty after activate(), in `data`.
SPARE LV2_Handle queue_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                   const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(1, sizeof(Queue));
  return effect;
}

SPARE void queue_activate(LV2_Handle handle) { ((Queue *)((Effect *)handle)->data)->count = 0; }

SPARE void insert_message(Queue *queue, int64_t frame, const uint8_t *bytes) {
  if (queue->count == WAITING) return;
  unsigned place = queue->count++;
  for (; place > 0 && queue->messages[place - 1].frame > frame; --place) queue->messages[place] = queue->messages[place - 1];
  queue->messages[place] = (Message){frame, {bytes[0], bytes[1], bytes[2]}};
}

/// Begins the sequence of port SENT.
SPARE void begin_messages(Effect *effect, LV2_Atom_Forge_Frame *frame) {
  LV2_Atom_Sequence *sent = effect->port[SENT];
  lv2_atom_forge_set_buffer(&effect->forge, (uint8_t *)sent, sent->atom.size + sizeof(LV2_Atom));
  lv2_atom_forge_sequence_head(&effect->forge, frame, 0);
}

/// Appends the messages that are due in this block, and lets the others wait.
SPARE void send_due(Effect *effect, Queue *queue, uint32_t frames) {
  unsigned due = 0;
  while (due < queue->count && queue->messages[due].frame < frames) {
    add_message(effect, queue->messages[due].frame, queue->messages[due].bytes, 3);
    ++due;
  }
  queue->count -= due;
  memmove(queue->messages, queue->messages + due, queue->count * sizeof(Message));
  for (unsigned index = 0; index < queue->count; ++index) queue->messages[index].frame -= frames;
}

/// Executes the last argument for each MIDI message, with the variables `event` and `message`, its bytes.
#define FOR_EACH_MESSAGE(effect, event, message, ...)                                             \
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)(effect)->port[RECEIVED], event) {        \
    const uint8_t *message = (const uint8_t *)(event + 1);                                        \
    if (event->body.type == midi_event && event->body.size > 0) __VA_ARGS__                       \
  }

SPARE bool is_note(const uint8_t *message) { return (message[0] & 0xE0) == 0x80; }

SPARE bool is_note_on(const uint8_t *message) { return (message[0] & 0xF0) == 0x90 && message[2] > 0; }

#endif
