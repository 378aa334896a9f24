/// The correct parts of a plug-in that repeats its keys one after the other, and keeps them after their release while the
/// first control, the latch, is above its default.
///
/// The including file defines `press()` and `change()`. It defines OWN_RELEASE if it has a `release()` of its own.
#include "messages.h"

typedef struct {
  bool down[128];    ///< The keys that are held.
  bool played[128];  ///< The keys of the pattern.
  bool latched;
  bool muted;        ///< Whether the switch at port 5, if there is one, is on.
  int key;           ///< That was played last.
  bool sounding;
  uint32_t frame;    ///< Since the start of the step.
} Arpeggio;

/// A key is pressed.
static void press(Arpeggio *arpeggio, uint8_t key);

/// The latch was moved.
static void change(Arpeggio *arpeggio);

SPARE LV2_Handle arpeggio_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                      const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(1, sizeof(Arpeggio));
  return effect;
}

SPARE void arpeggio_activate(LV2_Handle handle) {
  memset(((Effect *)handle)->data, 0, sizeof(Arpeggio));
  good_activate(handle);
}

/// Whether a key is held.
SPARE bool is_held(const Arpeggio *arpeggio) {
  for (int key = 0; key < 128; ++key)
    if (arpeggio->down[key]) return true;
  return false;
}

/// A key is released.
#ifdef OWN_RELEASE
static void release(Arpeggio *arpeggio, uint8_t key);
#else
static void release(Arpeggio *arpeggio, uint8_t key) {
  arpeggio->down[key] = false;
  if (!arpeggio->latched) arpeggio->played[key] = false;
}
#endif

/// Ends the last note, and begins that of the next key of the pattern.
SPARE void step(Effect *effect, Arpeggio *arpeggio, int64_t frame) {
  if (arpeggio->sounding) add_message(effect, frame, (const uint8_t[]){0x80, (uint8_t)arpeggio->key, 64}, 3);
  arpeggio->sounding = false;
  for (int count = 0; count < 128 && !arpeggio->sounding; ++count) {
    arpeggio->key = (arpeggio->key + 1) % 128;
    arpeggio->sounding = arpeggio->played[arpeggio->key] && !arpeggio->muted;
  }
  if (arpeggio->sounding) add_message(effect, frame, (const uint8_t[]){0x90, (uint8_t)arpeggio->key, 100}, 3);
}

SPARE void arpeggio_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Arpeggio *arpeggio = effect->data;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  arpeggio->muted = control(effect, SENT + 1, 0) > 0.5f;
  const bool latched = control(effect, GAIN, 1) > 1.5f;
  if (arpeggio->latched != latched) {
    arpeggio->latched = latched;
    change(arpeggio);
  }
  FOR_EACH_MESSAGE (effect, event, message, {
    if (!is_note(message) || message[1] > 127) continue;
    if (is_note_on(message)) press(arpeggio, message[1]);
    else release(arpeggio, message[1]);
  })
  for (uint32_t i = 0; i < frames; ++i)
    if (++arpeggio->frame >= effect->rate / 8) {
      arpeggio->frame = 0;
      step(effect, arpeggio, i);
    }
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = arpeggio_instantiate, .activate = arpeggio_activate, .run = arpeggio_run)
