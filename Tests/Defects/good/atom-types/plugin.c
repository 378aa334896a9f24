// The atom output supports a sequence or a number; the plug-in writes a number.
#include "state.h"

static LV2_URID atom_float;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  atom_float = urid(effect, LV2_ATOM__Float);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Float *level = effect->port[OTHER];
  if (level->atom.size >= sizeof level->body)
    *level = (LV2_Atom_Float){{sizeof level->body, atom_float}, control(effect, GAIN, 1)};
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
