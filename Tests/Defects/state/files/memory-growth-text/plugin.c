// Does not free the buffer for the header of a file that is not a WAV file.
#include "sampler.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  const SoundRequest *request = data;
  FILE *file = *request->path ? fopen(request->path, "rb") : NULL;
  if (file) {
    char *header = calloc(1, 64);
    const bool is_sound = fread(header, 1, 44, file) == 44 && !memcmp(header, "RIFF", 4);
    fclose(file);
    if (!is_sound) return LV2_WORKER_SUCCESS;
    free(header);
  }
  return sampler_work(handle, respond, answer, size, data);
}

SAMPLER_PLUGIN(save_path, sampler_restore, work, sampler_response)
