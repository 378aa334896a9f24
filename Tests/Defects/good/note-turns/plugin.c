// Every second note halves the level. The turns go on after activate().
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[OTHER], event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type == midi_event && event->body.size == 3 && lv2_midi_message_type(message) == LV2_MIDI_MSG_NOTE_ON)
      effect->kept = 1 - effect->kept;
  }
  const float *input = effect->port[INPUT], gain = control(effect, GAIN, 1) * (effect->kept > 0 ? 0.5f : 1);
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = isfinite(input[i]) ? gain * input[i] : 0;
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
