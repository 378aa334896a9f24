/// A correct instrument with eight voices, besides what the including file defines before:
/// - `IGNORES(effect, message)`: whether a message has no effect;
/// - `ENDS_ALL(message)`: whether a controller ends all voices;
/// - `PITCH(effect, key)`: the pitch by which a voice is found again, at a note-on and at a note-off;
/// - `ENDS(voice)`: whether a voice whose sound has ended is free again;
/// - `MEMORY()`: the memory of the voices, which activate() clears;
/// - `TUNING_RATE(effect)`: the rate for which the voices are tuned, in hertz;
/// - `RELEASE(effect)`: the time in which a released voice loses half its level, in seconds;
/// - `KEEPS`: what remains of the level of a held voice after each frame.
///
/// Its first ports are EVENTS and SOUND.
#ifndef SYNTH_H
#define SYNTH_H

#include "notes.h"

#ifndef IGNORES
#define IGNORES(effect, message) false
#endif
#ifndef ENDS_ALL
#define ENDS_ALL(message) ((message)[1] == 120 || (message)[1] == 123)
#endif
#ifndef PITCH
#define PITCH(effect, key) (key)
#endif
#ifndef ENDS
#define ENDS(voice) true
#endif
#ifndef MEMORY
#define MEMORY() calloc(1, sizeof(Synth))
#endif
#ifndef TUNING_RATE
#define TUNING_RATE(effect) ((effect)->rate)
#endif
#ifndef RELEASE
#define RELEASE(effect) 0.01f
#endif
#ifndef KEEPS
#define KEEPS 1
#endif

enum { EVENTS, SOUND, CONTROL, VOICES = 8 };

typedef struct {
  bool used, down, stolen;
  int pitch, channel;
  float phase, step, level;
} Voice;

typedef struct {
  Voice voices[VOICES];
  bool pedals[16];
} Synth;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = MEMORY();
  return effect;
}

static void activate(LV2_Handle handle) { memset(((Effect *)handle)->data, 0, sizeof(Synth)); }

/// A free voice, or the quietest one.
static Voice *choose(Synth *synth) {
  Voice *quietest = NULL;
  for (Voice *voice = synth->voices; voice < synth->voices + VOICES; ++voice) {
    if (!voice->used) return voice;
    if (ENDS(voice) && (!quietest || voice->level < quietest->level)) quietest = voice;
  }
  if (quietest) quietest->stolen = true;
  return quietest;
}

static void hear(Effect *effect, const uint8_t *message) {
  Synth *synth = effect->data;
  const int channel = message[0] & 0x0F, pitch = PITCH(effect, message[1]);
  if ((message[0] & 0xF0) == 0x90 && message[2] > 0) {
    Voice *voice = choose(synth);
    if (voice)
      *voice = (Voice){.used = true, .down = true, .stolen = voice->stolen, .pitch = pitch, .channel = channel,
                       .step = (float)(440 * pow(2, (pitch - 69) / 12.0) / TUNING_RATE(effect)), .level = 0.1f};
  } else if ((message[0] & 0xE0) == 0x80) {
    for (Voice *voice = synth->voices; voice < synth->voices + VOICES; ++voice)
      if (voice->pitch == pitch && voice->channel == channel) voice->down = false;
  } else if ((message[0] & 0xF0) == 0xB0 && ENDS_ALL(message)) {
    for (Voice *voice = synth->voices; voice < synth->voices + VOICES; ++voice) voice->down = false;
  } else if ((message[0] & 0xF0) == 0xB0 && message[1] == 64) {
    synth->pedals[channel] = message[2] >= 64;
  }
}

/// Adds the voices to the output.
static void sound(Effect *effect, uint32_t from, uint32_t to) {
  Synth *synth = effect->data;
  float *output = effect->port[SOUND];
  const float decay = powf(0.5f, 1 / (RELEASE(effect) * (float)effect->rate));
  for (Voice *voice = synth->voices; voice < synth->voices + VOICES; ++voice) {
    if (!voice->used) continue;
    for (uint32_t i = from; i < to; ++i) {
      output[i] += voice->level * sinf(6.2831853f * voice->phase);
      voice->phase = fmodf(voice->phase + voice->step, 1);
      const bool released = !voice->down && !synth->pedals[voice->channel];
      voice->level *= released ? decay : KEEPS;
      if (released && voice->level < 1e-5f) voice->level = 0;
    }
    if (voice->level <= 0) voice->used = !ENDS(voice);
  }
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  memset(effect->port[SOUND], 0, frames * sizeof(float));
  uint32_t done = 0;
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[EVENTS], event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type != midi_event || event->body.size != 3 || IGNORES(effect, message)) continue;
    const uint32_t frame = event->time.frames < frames ? (uint32_t)event->time.frames : frames;
    sound(effect, done, frame);
    done = frame;
    hear(effect, message);
  }
  sound(effect, done, frames);
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)

#endif
