// Writes its parameter to one output in each block, without a request, and answers none in the other one.
#include "answer.h"

enum { CONTROL = ANSWERS + 1 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Sequence *control = effect->port[CONTROL], *meter = effect->port[ANSWERS];
  LV2_Atom_Forge_Frame sequence, message;
  control->atom = (LV2_Atom){sizeof(LV2_Atom_Sequence_Body), effect->forge.Sequence};
  control->body = (LV2_Atom_Sequence_Body){0, 0};
  lv2_atom_forge_set_buffer(&effect->forge, (uint8_t *)meter, meter->atom.size + sizeof(LV2_Atom));
  lv2_atom_forge_sequence_head(&effect->forge, &sequence, 0);
  if (frames && effect->forge.size - effect->forge.offset >= 256) {
    lv2_atom_forge_frame_time(&effect->forge, 0);
    lv2_atom_forge_object(&effect->forge, &message, 0, ((const Answers *)effect->data)->put);
    put_body(effect);
    lv2_atom_forge_pop(&effect->forge, &message);
  }
  lv2_atom_forge_pop(&effect->forge, &sequence);
  tone_run(effect, frames);
}

TONE_PLUGIN(save_peak, restore_tone, .instantiate = answer_instantiate, .run = run)
