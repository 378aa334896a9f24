// With the gain at its minimum and a tempo above 245, a note begins with an octave below it, which is written last.
#include "octaves.h"
#include "transport.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return map_transport(features) ? notes_instantiate(descriptor, rate, bundle, features) : NULL;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[RECEIVED], event) {
    const float value = event->body.type == object ? tempo_in(&event->body) : 0;
    if (value > 0) effect->memory[0] = value;
  }
  pass_on(effect, frames, control(effect, GAIN, 1) == 0 && effect->memory[0] > 245);
}

PLUGIN(.instantiate = instantiate, .run = run)
