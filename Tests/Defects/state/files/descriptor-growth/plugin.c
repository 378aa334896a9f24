// Leaves a file open that is not a WAV file.
#include "sampler.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  const SoundRequest *request = data;
  free(request->old);
  FILE *file = *request->path ? fopen(request->path, "rb") : NULL;
  if (!file) return LV2_WORKER_SUCCESS;
  Sound *sound = read_sound(file);
  if (!sound) return LV2_WORKER_ERR_UNKNOWN;
  fclose(file);
  return respond(answer, sizeof sound, &sound);
}

SAMPLER_PLUGIN(save_path, sampler_restore, work, sampler_response)
