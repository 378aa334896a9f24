// Unmaps a number in run(); the host may lock a mutex or allocate memory to do so.
#include "defect.h"

typedef struct {
  LV2_URID_Unmap *unmap;
  LV2_URID number;
} Names;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Names *names = effect ? calloc(1, sizeof *names) : NULL;
  if (!names) return effect;
  names->unmap = feature(features, LV2_URID__unmap);
  if (effect->map) names->number = effect->map->map(effect->map->handle, LV2_ATOM__Float);
  effect->data = names;
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const Names *names = effect->data;
  if (names && names->unmap && names->number) names->unmap->unmap(names->unmap->handle, names->number);
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
