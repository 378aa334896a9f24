/* A plug-in that uses the features of a host. Ports: 0 command input, 1 and 2 value outputs, 3 atom output. */
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_NONE, COMMAND_WORK, COMMAND_LOG, COMMAND_MAP, COMMAND_RESIZE };

typedef struct {
  const LV2_URID_Map *map;
  const LV2_Log_Log *log;
  const LV2_Worker_Schedule *schedule;
  const LV2_Resize_Port_Resize *resize;
  const LV2_Options_Option *options;
  float *port[4];
  uint32_t requests, responses, runs_ended;
  int32_t kept;
} Plugin;

static LV2_Handle instantiate(const LV2_Descriptor *d, double rate, const char *path, const LV2_Feature *const *f) {
  Plugin *p = calloc(1, sizeof *p);
  for (; f && *f; ++f) {
    const char *uri = (*f)->URI;
    if (!strcmp(uri, LV2_URID__map)) p->map = (*f)->data;
    if (!strcmp(uri, LV2_LOG__log)) p->log = (*f)->data;
    if (!strcmp(uri, LV2_WORKER__schedule)) p->schedule = (*f)->data;
    if (!strcmp(uri, LV2_RESIZE_PORT__resize)) p->resize = (*f)->data;
    if (!strcmp(uri, LV2_OPTIONS__options)) p->options = (*f)->data;
  }
  if (!p->map) {
    free(p);
    return NULL;
  }
  return p;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) { ((Plugin *)handle)->port[port] = data; }

static void run(LV2_Handle handle, uint32_t frames) {
  Plugin *p = handle;
  switch ((int)*p->port[0]) {
    case COMMAND_WORK:
      ++p->requests;
      p->schedule->schedule_work(p->schedule->handle, sizeof p->requests, &p->requests);
      break;
    case COMMAND_LOG:
      p->log->printf(p->log->handle, p->map->map(p->map->handle, LV2_LOG__Warning), "%u frames of %s\n", frames, "sound");
      break;
    case COMMAND_MAP: p->map->map(p->map->handle, "urn:martlet:new"); break;
    case COMMAND_RESIZE: p->resize->resize(p->resize->data, 3, 100000); break;
  }
  *p->port[1] = (float)p->responses;
  *p->port[2] = (float)p->kept;
}

static void cleanup(LV2_Handle handle) { free(handle); }

static LV2_Worker_Status work(LV2_Handle h, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle handle,
                              uint32_t size, const void *data) {
  const uint32_t answer = 10 * *(const uint32_t *)data;
  return respond(handle, sizeof answer, &answer);
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data) {
  ((Plugin *)handle)->responses += *(const uint32_t *)data;
  return LV2_WORKER_SUCCESS;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Plugin *p = handle;
  const LV2_URID key = p->map->map(p->map->handle, "urn:martlet:kept");
  const LV2_URID type = p->map->map(p->map->handle, LV2_ATOM__Int);
  const int32_t value = (int32_t)*p->port[0];
  if (value < 0) {
    store(state, key, &value, 0, type, LV2_STATE_IS_POD);
  }
  return store(state, key, &value, sizeof value, type, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Plugin *p = handle;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const void *value = retrieve(state, p->map->map(p->map->handle, "urn:martlet:kept"), &size, &type, &value_flags);
  if (value && size == sizeof p->kept && type == p->map->map(p->map->handle, LV2_ATOM__Int)) {
    memcpy(&p->kept, value, sizeof p->kept);
  }
  return LV2_STATE_SUCCESS;
}

static const void *extension_data(const char *uri) {
  static const LV2_Worker_Interface worker = {work, work_response, NULL};
  static const LV2_State_Interface state = {save, restore};
  if (!strcmp(uri, LV2_WORKER__interface)) return &worker;
  if (!strcmp(uri, LV2_STATE__interface)) return &state;
  return NULL;
}

static const LV2_Descriptor descriptor = {
  "urn:martlet:test:host", instantiate, connect_port, NULL, run, NULL, cleanup, extension_data};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index == 0 ? &descriptor : NULL; }
