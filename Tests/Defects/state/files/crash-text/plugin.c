// Does not test whether a file that exists is a WAV file.
#include "sampler.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  const SoundRequest *request = data;
  free(request->old);
  FILE *file = *request->path ? fopen(request->path, "rb") : NULL;
  if (!file) return LV2_WORKER_SUCCESS;
  Sound *sound = read_sound(file);
  fclose(file);
  sound->samples[0] = 0;
  return respond(answer, sizeof sound, &sound);
}

SAMPLER_PLUGIN(save_path, sampler_restore, work, sampler_response)
