// An instrument with a switch that keeps the sound that it finds, as long as it is on.
#include "notes.h"

enum { EVENTS, SOUND, FREEZE };

static bool is_pressed(Effect *effect) {
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[EVENTS], event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type != midi_event || event->body.size != 3) continue;
    if ((message[0] & 0xE0) == 0x80) effect->memory[0] = (message[0] & 0x10) && message[2];
    if ((message[0] & 0xF0) == 0xB0 && message[1] >= 120) effect->memory[0] = 0;
  }
  return effect->memory[0] > 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[SOUND], *level = &effect->memory[1], *phase = &effect->memory[2], *frozen = &effect->memory[3];
  const bool is_on = control(effect, FREEZE, 0) > 0;
  if (!is_on) *frozen = 0;
  if (is_on && *frozen == 0) *frozen = *level > 0.5f ? 1 : -1;
  const float target = is_pressed(effect) || *frozen > 0 ? 1 : 0;
  for (uint32_t i = 0; i < frames; ++i) {
    *level += 0.002f * (target - *level);
    *phase = fmodf(*phase + 440 / (float)effect->rate, 1);
    output[i] = *level > 1e-4f ? 0.5f * *level * sinf(6.2831853f * *phase) : 0;
  }
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
