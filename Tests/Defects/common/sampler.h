/// The correct parts of a plug-in that adds the sound of a file to its output, once after each load.
///
/// work() reads the file, work_response() exchanges the sounds, and a second request frees the old one. The file is a
/// parameter and a value of the state, as in path.h.
#ifndef SAMPLER_H
#define SAMPLER_H

#include "path.h"
#include <stdio.h>

/// The first channel of a file.
typedef struct {
  uint32_t count;
  float samples[];
} Sound;

/// Between run() and work(): free a sound if there is one, otherwise read the file.
typedef struct {
  Sound *old;
  char path[PATH_BYTES];
} SoundRequest;

/// The index in Effect.port of the sound: a port that no host connects.
enum { SOUND = 63 };

SPARE Sound *sound_of(const Effect *effect) { return effect->port[SOUND]; }

/// Reads a WAV file of 16-bit samples with a header of 44 bytes; NULL for another file.
SPARE Sound *read_sound(FILE *file) {
  unsigned char head[44];
  if (fread(head, 1, sizeof head, file) != sizeof head || memcmp(head, "RIFF", 4) || head[34] != 16) return NULL;
  const uint32_t channels = head[22];
  uint32_t size;
  memcpy(&size, head + 40, sizeof size);
  const uint32_t count = channels ? size / 2 / channels : 0;
  if (size > 1 << 24) return NULL;
  Sound *sound = calloc(1, sizeof *sound + (count + 1) * sizeof(float));
  for (uint32_t i = 0; sound && i < count * channels; ++i) {
    int16_t sample;
    if (fread(&sample, sizeof sample, 1, file) != 1) break;
    if (i % channels == 0) sound->samples[sound->count++] = sample / 32768.0f;
  }
  return sound;
}

SPARE Sound *open_sound(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  Sound *sound = read_sound(file);
  fclose(file);
  return sound;
}

SPARE LV2_Worker_Status sampler_work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                                     LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  (void)handle, (void)size;
  const SoundRequest *request = data;
  free(request->old);
  if (!*request->path) return LV2_WORKER_SUCCESS;
  Sound *sound = open_sound(request->path);
  return sound ? respond(answer, sizeof sound, &sound) : LV2_WORKER_SUCCESS;
}

/// Installs the sound of a response; returns the old one.
SPARE Sound *exchange_sound(Effect *effect, const void *body) {
  Sound *old = sound_of(effect);
  effect->port[SOUND] = *(Sound *const *)body;
  return old;
}

SPARE LV2_Worker_Status free_sound(Effect *effect, Sound *old) {
  const SoundRequest request = {.old = old};
  if (!old) return LV2_WORKER_SUCCESS;
  return effect->schedule->schedule_work(effect->schedule->handle, sizeof request, &request);
}

SPARE LV2_Worker_Status sampler_response(LV2_Handle handle, uint32_t size, const void *body) {
  (void)size;
  Effect *effect = handle;
  effect->runs = 0;
  return free_sound(effect, exchange_sound(effect, body));
}

/// Requests the files that the events set.
SPARE void request_sounds(Effect *effect) {
  Paths *paths = effect->data;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const char *path = path_in(paths, event);
    if (!path) continue;
    SoundRequest request = {.old = NULL};
    strcpy(request.path, path);
    strcpy(paths->path, path);
    effect->schedule->schedule_work(effect->schedule->handle, sizeof request, &request);
  }
}

SPARE void sampler_activate(LV2_Handle handle) {
  good_activate(handle);
  ((Effect *)handle)->kept = 0;
}

/// `kept` is the position in the sound, and `runs` is 0 for a new one.
SPARE void sampler_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  request_sounds(effect);
  if (effect->runs == 0) effect->kept = 0;
  const Sound *sound = sound_of(effect);
  uint32_t position = effect->kept;
  good_run(handle, frames);
  for (uint32_t i = 0; sound && i < frames && position < sound->count; ++i) output[i] += sound->samples[position++];
  effect->kept = position;
}

SPARE LV2_State_Status sampler_restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                       uint32_t flags, const LV2_Feature *const *features) {
  const LV2_State_Status status = restore_path(handle, retrieve, state, flags, features);
  const LV2_Worker_Schedule *schedule = feature(features, LV2_WORKER__schedule);
  SoundRequest request = {.old = NULL};
  strcpy(request.path, ((Paths *)((Effect *)handle)->data)->path);
  if (schedule && *request.path) schedule->schedule_work(schedule->handle, sizeof request, &request);
  return status;
}

SPARE LV2_Handle sampler_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                     const LV2_Feature *const *features) {
  Effect *effect = path_instantiate(descriptor, rate, bundle, features);
  if (effect && effect->schedule) return effect;
  if (effect) good_cleanup(effect);
  return NULL;
}

SPARE void sampler_cleanup(LV2_Handle handle) {
  free(sound_of(handle));
  good_cleanup(handle);
}

/// A sampler with these functions; the other arguments are those of PLUGIN().
#define SAMPLER_PLUGIN(save_function, restore_function, work_function, response_function, ...)                 \
  static const void *sampler_extension_data(const char *uri) {                                                 \
    static const LV2_State_Interface state = {save_function, restore_function};                                \
    static const LV2_Worker_Interface worker = {work_function, response_function, NULL};                       \
    if (!strcmp(uri, LV2_STATE__interface)) return &state;                                                     \
    return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;                                                \
  }                                                                                                            \
  PLUGIN(.instantiate = sampler_instantiate, .activate = sampler_activate, .run = sampler_run,                 \
         .cleanup = sampler_cleanup, .extension_data = sampler_extension_data, ##__VA_ARGS__)

#endif
