/// The parts of an instrument that writes NaN in the block of one MIDI message.
#ifndef TRIGGER_H
#define TRIGGER_H

#include "voice.h"

/// Outputs a constant while the key is down, and NaN in a block with a harmful message.
SPARE void trigger_run(LV2_Handle handle, uint32_t frames, bool is_harmful(const uint8_t *message)) {
  Effect *effect = handle;
  float *output = effect->port[SOUND];
  float level = is_down(effect) ? 0.25f : 0;
  const LV2_Atom_Sequence *events = effect->port[EVENTS];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    if (event->body.type == midi_event && event->body.size == 3 && is_harmful((const uint8_t *)(event + 1))) level = NAN;
  }
  for (uint32_t i = 0; i < frames; ++i) output[i] = level;
}

#endif
