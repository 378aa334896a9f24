/// The correct parts of a plug-in that plays one of two patterns of notes without any input. The including file defines
/// `channels()`: the number of channels whose notes end when the pattern changes.
#include "notes.h"

enum { PATTERN, PLAYED };

static unsigned channels(void);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Sequence *played = effect->port[PLAYED];
  LV2_Atom_Forge_Frame sequence;
  lv2_atom_forge_set_buffer(&effect->forge, (uint8_t *)played, played->atom.size + sizeof(LV2_Atom));
  lv2_atom_forge_sequence_head(&effect->forge, &sequence, 0);
  const float pattern = control(effect, PATTERN, 0) > 0.5f;
  if (effect->memory[0] != pattern) {
    for (unsigned channel = 0; channel < channels(); ++channel)
      add_message(effect, 0, (const uint8_t[]){(uint8_t)(0xB0 | channel), 123, 0}, 3);
    effect->runs = 0;
  }
  effect->memory[0] = pattern;
  const uint32_t half = (uint32_t)(effect->rate / 4);
  const uint8_t channel = pattern ? 15 : 0;
  for (uint32_t i = 0; i < frames; ++i, ++effect->runs) {
    if (effect->runs % (2 * half) == 0) add_note(effect, i, 0x90 | channel);
    if (effect->runs % (2 * half) == half) add_note(effect, i, 0x80 | channel);
  }
  lv2_atom_forge_pop(&effect->forge, &sequence);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
