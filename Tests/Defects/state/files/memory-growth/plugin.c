// Keeps all sounds in a list until cleanup().
#include "sampler.h"

/// A sound that was replaced.
typedef struct Replaced {
  Sound *sound;
  struct Replaced *next;
} Replaced;

/// The index in Effect.port of the list.
enum { REPLACED = 62 };

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  Effect *effect = handle;
  SoundRequest request = *(const SoundRequest *)data;
  if (request.old) {
    Replaced *replaced = malloc(sizeof *replaced);
    *replaced = (Replaced){request.old, effect->port[REPLACED]};
    effect->port[REPLACED] = replaced;
    request.old = NULL;
  }
  return sampler_work(handle, respond, answer, size, &request);
}

static void cleanup(LV2_Handle handle) {
  Replaced *replaced = ((Effect *)handle)->port[REPLACED];
  while (replaced) {
    Replaced *next = replaced->next;
    free(replaced->sound);
    free(replaced);
    replaced = next;
  }
  sampler_cleanup(handle);
}

SAMPLER_PLUGIN(save_path, sampler_restore, work, sampler_response, .cleanup = cleanup)
