// Sends its notes on a channel that is never initialized.
#include "notes.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = malloc(sizeof(uint8_t));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const uint8_t channel = *(const uint8_t *)effect->data & 0x0F;
  LV2_Atom_Forge_Frame frame;
  begin_notes(effect, &frame);
  if (frames) add_note(effect, 0, 0x90 | channel);
  if (frames) add_note(effect, frames - 1, 0x80 | channel);
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
