// compare BUNDLE CLAP: plays each plug-in of a bundle in its format for LV2 and in that for CLAP, and compares every bit of the
// outputs. Parameters change within the blocks of CLAP; those of LV2 end there. Notes and tempos are within the blocks of both.
// The identifier of a plug-in is its URI, that of a parameter is the hash of its symbol.
#include <dlfcn.h>
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/midi/midi.h>
#include <lv2/time/time.h>
#include <lv2/urid/urid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clap.h"

enum { BLOCKS = 60, FRAMES = 512, CHANNELS = 16, RATE = 48000, MOST = 64 };

static unsigned seed;
static unsigned next_random(void) { return seed = seed * 1664525u + 1013904223u, seed >> 8; }
static double unit(void) { return next_random() / 16777216.0; }

static uint32_t hash(const char *symbol) {
  uint32_t value = 2166136261u;
  for (; *symbol; symbol++) value = (value ^ (unsigned char)*symbol) * 16777619u;
  return value;
}

static char *uris[256];
static LV2_URID map_uri(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  uint32_t i = 0;
  for (; uris[i]; i++)
    if (strcmp(uris[i], uri) == 0) return i + 1;
  uris[i] = strdup(uri);
  return i + 1;
}
static LV2_URID_Map map = {NULL, map_uri};

// What happens in a block, at successive frames.
struct event {
  uint32_t frame;
  enum { VALUE, NOTE, POSITION } kind;
  uint32_t id;
  double value;  // or the tempo
  uint8_t midi[3];
};
struct block {
  struct event events[8];
  uint32_t count;
};

static struct block blocks[BLOCKS];
static float input[CHANNELS][BLOCKS * FRAMES], lv2_output[CHANNELS][BLOCKS * FRAMES], clap_output[CHANNELS][BLOCKS * FRAMES];

// MARK: LV2

struct lv2 {
  LilvInstance *instance;
  uint32_t control_count, inputs[CHANNELS], input_count, outputs[CHANNELS], output_count;
  float controls[256];
  uint32_t ids[256], enabled;
  int supports[3];
};

static int is_a(LilvWorld *world, const LilvPlugin *plugin, const LilvPort *port, const char *uri) {
  LilvNode *node = lilv_new_uri(world, uri);
  const int result = lilv_port_is_a(plugin, port, node);
  lilv_node_free(node);
  return result;
}

static uint64_t event_in[4096], event_out[4096];

static void open_lv2(LilvWorld *world, const LilvPlugin *plugin, struct lv2 *lv2) {
  static LV2_Feature feature = {LV2_URID__map, &map};
  const LV2_Feature *features[] = {&feature, NULL};
  memset(lv2, 0, sizeof *lv2);
  lv2->instance = lilv_plugin_instantiate(plugin, RATE, features);
  if (!lv2->instance) exit(3);
  const uint32_t count = lilv_plugin_get_num_ports(plugin);
  for (uint32_t i = 0; i < count; i++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(plugin, i);
    const char *symbol = lilv_node_as_string(lilv_port_get_symbol(plugin, port));
    const int is_input = is_a(world, plugin, port, LV2_CORE__InputPort);
    if (is_a(world, plugin, port, LV2_CORE__ControlPort)) {
      LilvNode *initial = NULL;
      lilv_port_get_range(plugin, port, &initial, NULL, NULL);
      lv2->controls[i] = initial ? lilv_node_as_float(initial) : 0;
      lilv_node_free(initial);
      lv2->ids[i] = is_input ? hash(symbol) : 0;
      if (strcmp(symbol, "enabled") == 0) lv2->enabled = i;
      lilv_instance_connect_port(lv2->instance, i, &lv2->controls[i]);
    } else if (is_a(world, plugin, port, LV2_CORE__AudioPort)) {
      if (is_input) lv2->inputs[lv2->input_count++] = i;
      else lv2->outputs[lv2->output_count++] = i;
    } else if (is_a(world, plugin, port, LV2_ATOM__AtomPort)) {
      lilv_instance_connect_port(lv2->instance, i, is_input ? event_in : event_out);
      LilvNode *note = lilv_new_uri(world, LV2_MIDI__MidiEvent), *position = lilv_new_uri(world, LV2_TIME__Position);
      if (is_input) lv2->supports[NOTE] = lilv_port_supports_event(plugin, port, note);
      if (is_input) lv2->supports[POSITION] = lilv_port_supports_event(plugin, port, position);
      lilv_node_free(note);
      lilv_node_free(position);
    }
  }
  lilv_instance_activate(lv2->instance);
}

static void run_lv2(struct lv2 *lv2, uint32_t start, uint32_t frames, const struct event *events, uint32_t count) {
  LV2_Atom_Forge forge;
  LV2_Atom_Forge_Frame sequence, object;
  lv2_atom_forge_init(&forge, &map);
  lv2_atom_forge_set_buffer(&forge, (uint8_t *)event_in, sizeof event_in);
  lv2_atom_forge_sequence_head(&forge, &sequence, 0);
  for (uint32_t i = 0; i < count; i++) {
    if (!lv2->supports[events[i].kind]) continue;
    lv2_atom_forge_frame_time(&forge, events[i].frame - start % FRAMES);
    if (events[i].kind == NOTE) {
      lv2_atom_forge_atom(&forge, 3, map_uri(NULL, LV2_MIDI__MidiEvent));
      lv2_atom_forge_write(&forge, events[i].midi, 3);
    } else {
      lv2_atom_forge_object(&forge, &object, 0, map_uri(NULL, LV2_TIME__Position));
      lv2_atom_forge_key(&forge, map_uri(NULL, LV2_TIME__speed));
      lv2_atom_forge_double(&forge, 1);
      lv2_atom_forge_key(&forge, map_uri(NULL, LV2_TIME__beatsPerMinute));
      lv2_atom_forge_double(&forge, events[i].value);
      lv2_atom_forge_pop(&forge, &object);
    }
  }
  lv2_atom_forge_pop(&forge, &sequence);
  *(LV2_Atom *)event_out = (LV2_Atom){sizeof event_out - sizeof(LV2_Atom), map_uri(NULL, LV2_ATOM__Chunk)};
  for (uint32_t i = 0; i < lv2->input_count; i++) lilv_instance_connect_port(lv2->instance, lv2->inputs[i], input[i] + start);
  for (uint32_t i = 0; i < lv2->output_count; i++)
    lilv_instance_connect_port(lv2->instance, lv2->outputs[i], lv2_output[i] + start);
  lilv_instance_run(lv2->instance, frames);
}

/// Sets the port of a parameter. Returns whether its value has changed.
static int set_control(struct lv2 *lv2, const struct event *event, int only_test) {
  for (uint32_t i = 0; event->kind == VALUE && i < 256; i++) {
    if (!lv2->ids[i] || lv2->ids[i] != event->id) continue;
    const float value = (float)(i == lv2->enabled ? 1 - event->value : event->value);
    if (lv2->controls[i] == value) return 0;
    if (!only_test) lv2->controls[i] = value;
    return 1;
  }
  return 0;
}

static void play_lv2(struct lv2 *lv2) {
  for (uint32_t b = 0; b < BLOCKS; b++) {
    const struct block *block = &blocks[b];
    uint32_t start = 0, first = 0, next = 0;
    while (start < FRAMES) {
      // A part ends at the next change of a value; the other events belong to it.
      for (; next < block->count; next++) {
        if (block->events[next].frame > start && set_control(lv2, &block->events[next], 1)) break;
        set_control(lv2, &block->events[next], 0);
      }
      const uint32_t end = next < block->count ? block->events[next].frame : FRAMES;
      run_lv2(lv2, b * FRAMES + start, end - start, block->events + first, next - first);
      start = end;
      first = next;
    }
  }
}

// MARK: CLAP

static const void *extension(const clap_host_t *host, const char *id) { return (void)host, (void)id, NULL; }
static void nothing(const clap_host_t *host) { (void)host; }
static const clap_host_t host = {CLAP_VERSION_INIT, NULL, "compare", "", "", "1", extension, nothing, nothing, nothing};

static union {
  clap_event_header_t header;
  clap_event_param_value_t value;
  clap_event_midi_t midi;
  clap_event_transport_t position;
} clap_events[8];
static uint32_t event_count;
static uint32_t size(const clap_input_events_t *list) { return (void)list, event_count; }
static const clap_event_header_t *get(const clap_input_events_t *list, uint32_t i) { return (void)list, &clap_events[i].header; }
static bool push(const clap_output_events_t *list, const clap_event_header_t *event) { return (void)list, (void)event, true; }

static void fill_events(const struct block *block) {
  event_count = block->count;
  memset(clap_events, 0, sizeof clap_events);
  for (uint32_t i = 0; i < event_count; i++) {
    const struct event *event = &block->events[i];
    clap_event_header_t *header = &clap_events[i].header;
    header->time = event->frame;
    if (event->kind == VALUE) {
      *header = (clap_event_header_t){sizeof(clap_event_param_value_t), event->frame, 0, CLAP_EVENT_PARAM_VALUE, 0};
      clap_event_param_value_t *value = &clap_events[i].value;
      value->param_id = event->id;
      value->note_id = value->port_index = value->channel = value->key = -1;
      value->value = event->value;
    } else if (event->kind == NOTE) {
      *header = (clap_event_header_t){sizeof(clap_event_midi_t), event->frame, 0, CLAP_EVENT_MIDI, 0};
      memcpy(clap_events[i].midi.data, event->midi, 3);
    } else {
      *header = (clap_event_header_t){sizeof(clap_event_transport_t), event->frame, 0, CLAP_EVENT_TRANSPORT, 0};
      clap_events[i].position.flags = CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_IS_PLAYING;
      clap_events[i].position.tempo = event->value;
    }
  }
}

static void play_clap(const clap_plugin_t *plugin) {
  const clap_plugin_audio_ports_t *ports = plugin->get_extension(plugin, CLAP_EXT_AUDIO_PORTS);
  clap_audio_buffer_t in[2] = {0}, out[1] = {0};
  float *in_channels[CHANNELS], *out_channels[CHANNELS];
  const uint32_t in_count = ports->count(plugin, true), out_count = ports->count(plugin, false);
  for (uint32_t b = 0; b < BLOCKS; b++) {
    uint32_t channel = 0;
    clap_audio_port_info_t info;
    for (uint32_t p = 0; p < in_count; p++) {
      if (!ports->get(plugin, p, true, &info)) exit(4);
      in[p] = (clap_audio_buffer_t){in_channels + channel, NULL, info.channel_count, 0, 0};
      for (uint32_t c = 0; c < info.channel_count; c++, channel++) in_channels[channel] = input[channel] + b * FRAMES;
    }
    for (uint32_t p = 0; p < out_count; p++) {
      if (!ports->get(plugin, p, false, &info)) exit(4);
      out[p] = (clap_audio_buffer_t){out_channels, NULL, info.channel_count, 0, 0};
      for (uint32_t c = 0; c < info.channel_count; c++) out_channels[c] = clap_output[c] + b * FRAMES;
    }
    fill_events(&blocks[b]);
    const clap_input_events_t list = {NULL, size, get};
    const clap_output_events_t sent = {NULL, push};
    const clap_process_t process = {b * FRAMES, FRAMES, NULL, in, out, in_count, out_count, &list, &sent};
    if (plugin->process(plugin, &process) == CLAP_PROCESS_ERROR) exit(5);
  }
}

// MARK: Both

/// The valid value next to another one: that of its text. With another one, a port of LV2 changes where the parameter of CLAP does not.
static double nearest(const clap_plugin_t *plugin, const clap_plugin_params_t *params, clap_id id, double value) {
  char text[64];
  double result = (long)(value + 0.5);
  if (params->value_to_text(plugin, id, value, text, sizeof text)) params->text_to_value(plugin, id, text, &result);
  return result;
}

/// Invents the events of all blocks: values of all parameters, the bypass, notes and tempos.
static void invent(const clap_plugin_t *plugin) {
  const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
  const uint32_t count = params->count(plugin);
  for (uint32_t b = 0; b < BLOCKS; b++) {
    blocks[b].count = next_random() % 5;
    uint32_t frame = 0;
    for (uint32_t i = 0; i < blocks[b].count; i++) {
      struct event *event = &blocks[b].events[i];
      frame += next_random() % 100;
      event->frame = frame;
      event->kind = next_random() % 3;
      if (event->kind == VALUE) {
        clap_param_info_t info;
        if (!params->get_info(plugin, next_random() % count, &info)) exit(6);
        event->id = info.id;
        event->value = (float)(info.min_value + unit() * (info.max_value - info.min_value));
        if (info.flags & CLAP_PARAM_IS_STEPPED) event->value = nearest(plugin, params, info.id, event->value);
        // Mostly on, so that the effect is heard.
        if (info.flags & CLAP_PARAM_IS_BYPASS) event->value = unit() < 0.3;
      } else if (event->kind == NOTE) {
        event->midi[0] = next_random() % 2 ? 0x90 : 0x80;
        event->midi[1] = 48 + next_random() % 24;
        event->midi[2] = 1 + next_random() % 127;
      } else {
        event->value = 60 + next_random() % 100;
      }
    }
  }
  for (int c = 0; c < CHANNELS; c++)
    for (int i = 0; i < BLOCKS * FRAMES; i++) input[c][i] = (float)(unit() - 0.5);
}

static int compare(LilvWorld *world, const LilvPlugin *plugin, const clap_plugin_factory_t *factory) {
  const char *uri = lilv_node_as_uri(lilv_plugin_get_uri(plugin));
  const clap_plugin_t *clap = factory->create_plugin(factory, &host, uri);
  if (!clap || !clap->init(clap) || !clap->activate(clap, RATE, 1, FRAMES) || !clap->start_processing(clap)) return 1;
  struct lv2 lv2;
  open_lv2(world, plugin, &lv2);
  for (seed = 1; seed < 3; seed++) {
    const unsigned start = seed;
    invent(clap);
    memset(lv2_output, 0, sizeof lv2_output);
    memset(clap_output, 0, sizeof clap_output);
    play_lv2(&lv2);
    play_clap(clap);
    double sum = 0;
    for (uint32_t c = 0; c < lv2.output_count; c++)
      for (int i = 0; i < BLOCKS * FRAMES; i++) {
        sum += lv2_output[c][i] * lv2_output[c][i];
        if (memcmp(&lv2_output[c][i], &clap_output[c][i], sizeof(float)) == 0) continue;
        printf("%s: output %u differs at frame %d of run %u: %g and %g\n", uri, c, i, start, lv2_output[c][i], clap_output[c][i]);
        return 1;
      }
    printf("%s: equal, power %.3g\n", uri, sum);
    seed = start;
  }
  clap->stop_processing(clap);
  clap->deactivate(clap);
  clap->destroy(clap);
  lilv_instance_free(lv2.instance);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  void *library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(argv[2])) return puts(dlerror()), 2;
  const clap_plugin_factory_t *factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
  LilvWorld *world = lilv_world_new();
  LilvNode *bundle = lilv_new_file_uri(world, NULL, argv[1]);
  lilv_world_load_specifications(world);
  lilv_world_load_bundle(world, bundle);
  const LilvPlugins *plugins = lilv_world_get_all_plugins(world);
  if (lilv_plugins_size(plugins) != factory->get_plugin_count(factory)) return puts("the numbers of plug-ins differ"), 1;
  int failures = 0;
  LILV_FOREACH (plugins, i, plugins) failures += compare(world, lilv_plugins_get(plugins, i), factory);
  lilv_node_free(bundle);
  lilv_world_free(world);
  entry->deinit();
  return failures > 0;
}
