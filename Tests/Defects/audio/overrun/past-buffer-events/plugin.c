// Renders the parts of a block between its events. The length of the last part is counted from the first event.
#include "voice.h"

static void render(const Effect *effect, float *output, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) output[i] = effect->memory[0] > 0 ? 0.25f : 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[EVENTS];
  float *output = effect->port[SOUND];
  uint32_t start = 0, first = 0;
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    if (event->body.type != midi_event || event->body.size != 3) continue;
    const uint32_t frame = (uint32_t)event->time.frames;
    render(effect, output + start, frame - start);
    if (start == 0) first = frame;
    start = frame;
    const uint8_t *message = (const uint8_t *)(event + 1);
    effect->memory[0] = lv2_midi_message_type(message) == LV2_MIDI_MSG_NOTE_ON && message[2] > 0;
  }
  render(effect, output + start, frames - first);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
