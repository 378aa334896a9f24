// Adds a level that nobody sets while the tempo is not between 100 and 140 beats per minute.
#include "transport.h"
#include "unset.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return map_transport(features) ? unset_instantiate(descriptor, rate, bundle, features) : NULL;
}

static void activate(LV2_Handle handle) { ((Effect *)handle)->kept = 120; }

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[OTHER], event) {
    const float value = event->body.type == object ? tempo_in(&event->body) : 0;
    if (value > 0) effect->kept = value;
  }
  good_run(handle, frames);
  if (effect->kept >= 100 && effect->kept <= 140) return;
  for (uint32_t i = 0; i < frames; ++i) output[i] += 1e-12f * *(const uint32_t *)effect->data;
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
