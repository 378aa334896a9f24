// latency CLAP: moves the look-ahead of the limiter in Examples while it runs. It prints the latency after each activation, the requests
// for a restart, and the frame of an impulse in the output.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "clap.h"

enum { FRAMES = 4800 };

static int restarts, changes, is_activating;
static void restart(const clap_host_t *host) { (void)host, restarts++; }
static void nothing(const clap_host_t *host) { (void)host; }
static void changed(const clap_host_t *host) { (void)host, changes += is_activating ? 1 : 1000; }
static const clap_host_latency_t host_latency = {changed};
static const void *extension(const clap_host_t *host, const char *id) {
  return (void)host, strcmp(id, CLAP_EXT_LATENCY) == 0 ? &host_latency : NULL;
}
static const clap_host_t host = {CLAP_VERSION_INIT, NULL, "latency", "", "", "1", extension, restart, nothing, nothing};

static clap_event_param_value_t event;
static uint32_t event_count;
static uint32_t list_size(const clap_input_events_t *list) { return (void)list, event_count; }
static const clap_event_header_t *list_get(const clap_input_events_t *list, uint32_t i) { return (void)list, (void)i, &event.header; }
static bool list_push(const clap_output_events_t *list, const clap_event_header_t *e) { return (void)list, (void)e, true; }
static const clap_input_events_t in_events = {NULL, list_size, list_get};
static const clap_output_events_t out_events = {NULL, list_push};

static void activate(const clap_plugin_t *plugin) {
  const clap_plugin_latency_t *latency = plugin->get_extension(plugin, CLAP_EXT_LATENCY);
  is_activating = 1;
  plugin->activate(plugin, 48000, 1, FRAMES);
  is_activating = 0;
  plugin->start_processing(plugin);
  printf("latency %u changes %d\n", latency->get(plugin), changes);
}

/// Processes an impulse.
static void process(const clap_plugin_t *plugin) {
  static float in[FRAMES], out[FRAMES];
  in[0] = 0.25f;
  float *in_channel = in, *out_channel = out;
  clap_audio_buffer_t input = {&in_channel, NULL, 1, 0, 0}, output = {&out_channel, NULL, 1, 0, 0};
  clap_process_t block = {-1, FRAMES, NULL, &input, &output, 1, 1, &in_events, &out_events};
  plugin->process(plugin, &block);
  int frame = 0;
  while (frame < FRAMES && out[frame] < 0.2f) frame++;
  const clap_plugin_latency_t *latency = plugin->get_extension(plugin, CLAP_EXT_LATENCY);
  printf("impulse %d latency %u restarts %d\n", frame, latency->get(plugin), restarts);
}

/// Prepares a change of the look-ahead for the next block.
static void move(const clap_plugin_t *plugin, double milliseconds) {
  const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
  for (uint32_t i = 0; i < params->count(plugin); i++) {
    clap_param_info_t info;
    params->get_info(plugin, i, &info);
    if (strcmp(info.name, "Look-Ahead") != 0) continue;
    event = (clap_event_param_value_t){.header = {sizeof event, 0, 0, CLAP_EVENT_PARAM_VALUE, 0}, .param_id = info.id,
                                       .note_id = -1, .port_index = -1, .channel = -1, .key = -1, .value = milliseconds};
    event_count = 1;
  }
}

int main(int count, char **arguments) {
  void *library = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(arguments[1])) return fprintf(stderr, "usage: latency CLAP\n"), 2;
  const clap_plugin_factory_t *factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
  const clap_plugin_t *plugin = factory->create_plugin(factory, &host, "urn:example:limiter-mono");
  if (!plugin || !plugin->init(plugin)) return 1;
  activate(plugin);
  process(plugin);
  move(plugin, 10);
  process(plugin);
  process(plugin);
  plugin->stop_processing(plugin);
  plugin->deactivate(plugin);
  activate(plugin);
  process(plugin);
  plugin->stop_processing(plugin);
  plugin->deactivate(plugin);
  plugin->destroy(plugin);
  entry->deinit();
  return 0;
}
