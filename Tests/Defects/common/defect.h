/// The correct parts of a plug-in: an amplifier of one channel, which common/plugin.ttl describes.
///
/// A folder of the corpus includes this file, defines the one callback with the defect, and names it in PLUGIN():
///
///     static void run(LV2_Handle handle, uint32_t frames) { ... }
///     PLUGIN(.run = run)
///
/// The build defines DEFECT_URI from the name of the folder, so a folder can be copied without an edit.
#ifndef DEFECT_H
#define DEFECT_H

#define _GNU_SOURCE
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// A function that a folder need not use.
#define SPARE __attribute__((unused)) static

/// The ports of common/plugin.ttl; additional ports of a folder are numbered from OTHER.
enum { GAIN, INPUT, OUTPUT, OTHER };

/// The instance of any folder. All members are zero after instantiate().
typedef struct {
  void *port[64];
  double rate;            ///< Hertz.
  uint32_t runs;          ///< Calls of run() since activate().
  float memory[64];       ///< Signal state, cleared by activate().
  void *data;             ///< Data of the folder; freed by cleanup().
  float kept;             ///< State of the folder; not cleared by activate().
  LV2_Atom_Forge forge;   ///< For output to an atom port.
  LV2_URID_Map *map;      ///< NULL if the host has none.
  LV2_Log_Log *log;       ///< NULL if the host has none.
  LV2_Worker_Schedule *schedule;      ///< NULL if the host has none.
  const LV2_Options_Option *options;  ///< NULL if the host has none.
} Effect;

/// The data of the host's feature `uri`, or NULL.
SPARE void *feature(const LV2_Feature *const *features, const char *uri) {
  for (; features && *features; ++features)
    if (!strcmp((*features)->URI, uri)) return (*features)->data;
  return NULL;
}

/// The value of a control port; `otherwise` if it is not connected or not finite.
SPARE float control(const Effect *effect, uint32_t port, float otherwise) {
  const float *value = effect->port[port];
  return value && isfinite(*value) ? *value : otherwise;
}

SPARE LV2_Handle good_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                  const LV2_Feature *const *features) {
  (void)descriptor, (void)bundle;
  Effect *effect = calloc(1, sizeof *effect);
  if (!effect) return NULL;
  effect->rate = rate;
  effect->map = feature(features, LV2_URID__map);
  effect->log = feature(features, LV2_LOG__log);
  effect->schedule = feature(features, LV2_WORKER__schedule);
  effect->options = feature(features, LV2_OPTIONS__options);
  return effect;
}

SPARE void good_connect_port(LV2_Handle handle, uint32_t port, void *data) {
  Effect *effect = handle;
  if (port < sizeof effect->port / sizeof *effect->port) effect->port[port] = data;
}

SPARE void good_activate(LV2_Handle handle) {
  Effect *effect = handle;
  effect->runs = 0;
  memset(effect->memory, 0, sizeof effect->memory);
}

/// Output = gain * input.
SPARE void good_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  effect->runs += frames > 0;
}

SPARE void good_deactivate(LV2_Handle handle) { (void)handle; }

SPARE void good_cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  free(effect->data);
  free(effect);
}

SPARE const void *good_extension_data(const char *uri) {
  (void)uri;
  return NULL;
}

/// The fields of the descriptor. The fields of the folder are last and override the others.
#define DESCRIPTOR(...)                                                                                         \
  {                                                                                                             \
    .URI = DEFECT_URI, .instantiate = good_instantiate, .connect_port = good_connect_port,                      \
    .activate = good_activate, .run = good_run, .deactivate = good_deactivate, .cleanup = good_cleanup,         \
    .extension_data = good_extension_data, ##__VA_ARGS__                                                        \
  }

/// The entry point of a library with one plug-in.
#define PLUGIN(...)                                                            \
  static const LV2_Descriptor descriptor = DESCRIPTOR(__VA_ARGS__);            \
  LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {     \
    return index == 0 ? &descriptor : NULL;                                    \
  }

#endif
