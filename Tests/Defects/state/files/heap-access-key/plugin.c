// Only restore() gives the path of a file, and the state has none until a file was loaded. Frees the sound twice if a
// file cannot be read.
#include "sampler.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  const SoundRequest *request = data;
  Effect *effect = handle;
  free(request->old);
  if (!*request->path) return LV2_WORKER_SUCCESS;
  Sound *sound = open_sound(request->path);
  if (!sound) {
    free(sound_of(effect));
    return LV2_WORKER_ERR_UNKNOWN;
  }
  return respond(answer, sizeof sound, &sound);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence none = {.atom = {.size = sizeof(LV2_Atom_Sequence_Body)}};
  effect->port[OTHER] = (void *)&none;
  sampler_run(handle, frames);
}

SAMPLER_PLUGIN(save_path, sampler_restore, work, sampler_response, .run = run)
