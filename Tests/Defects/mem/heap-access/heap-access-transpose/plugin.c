// Reads past the table of its notes for a high note that a control transposes.
#include "voice.h"

enum { TRANSPOSE = 2, NOTES = 128 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (!effect) return NULL;
  float *levels = effect->data = malloc(NOTES * sizeof(float));
  for (int note = 0; note < NOTES; ++note) levels[note] = (float)note / NOTES;
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *levels = effect->data;
  float *output = effect->port[SOUND];
  const int transpose = (int)fminf(fmaxf(control(effect, TRANSPOSE, 0), 0), 48);
  const LV2_Atom_Sequence *events = effect->port[EVENTS];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type == midi_event && event->body.size == 3 && message[1] < NOTES)
      effect->memory[1] = levels[message[1] + transpose];
  }
  const float level = is_down(effect) ? fmaxf(fminf(effect->memory[1], 1), -1) : 0;
  for (uint32_t i = 0; i < frames; ++i) output[i] = level;
}

PLUGIN(.instantiate = instantiate, .run = run)
