/// The correct parts of a sampler whose files are SFZ files with one region, in addition to those of sampler.h.
#ifndef SFZ_H
#define SFZ_H

#include "sampler.h"

/// Reads the sample that an SFZ file names; NULL for another file.
SPARE Sound *open_sfz(const char *path) {
  char text[PATH_BYTES], sample[2 * PATH_BYTES];
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  const char *name = !strncmp(text, "<region>", 8) ? strstr(text, "sample=") : NULL;
  const char *slash = strrchr(path, '/');
  if (!name || !slash) return NULL;
  name += strlen("sample=");
  snprintf(sample, sizeof sample, "%.*s%.*s", (int)(slash + 1 - path), path, (int)strcspn(name, " \n"), name);
  return open_sound(sample);
}

SPARE LV2_Worker_Status sfz_work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                                 LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  (void)handle, (void)size;
  const SoundRequest *request = data;
  free(request->old);
  if (!*request->path) return LV2_WORKER_SUCCESS;
  Sound *sound = open_sfz(request->path);
  return sound ? respond(answer, sizeof sound, &sound) : LV2_WORKER_SUCCESS;
}

#endif
