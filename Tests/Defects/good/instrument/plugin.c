// Plays a sine for each note, one note at a time.
#include "notes.h"

enum { EVENTS, SOUND };

/// Indices in `memory`: the phase of the sine, its increment in a frame and its level.
enum { PHASE, STEP, LEVEL };

static void play(Effect *effect, uint32_t from, uint32_t to) {
  float *output = effect->port[SOUND];
  for (uint32_t i = from; i < to; ++i) {
    output[i] = effect->memory[LEVEL] * sinf(6.2831853f * effect->memory[PHASE]);
    effect->memory[PHASE] = fmodf(effect->memory[PHASE] + effect->memory[STEP], 1);
  }
}

static void hear(Effect *effect, const uint8_t *message) {
  if ((message[0] & 0xF0) == 0x90 && message[2] > 0) {
    effect->memory[STEP] = (float)(440 * pow(2, (message[1] - 69) / 12.0) / effect->rate);
    effect->memory[LEVEL] = message[2] / 254.0f;
  } else if ((message[0] & 0xE0) == 0x80 || ((message[0] & 0xF0) == 0xB0 && message[1] >= 120)) {
    effect->memory[LEVEL] = 0;
  }
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[EVENTS];
  uint32_t done = 0;
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint32_t frame = event->time.frames < frames ? (uint32_t)event->time.frames : frames;
    play(effect, done, frame);
    done = frame;
    if (event->body.type == midi_event && event->body.size == 3) hear(effect, (const uint8_t *)(event + 1));
  }
  play(effect, done, frames);
  effect->runs += frames > 0;
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
