// check CLAP: the test cases of clap-validator 0.4.1 (https://github.com/free-audio/clap-validator), which Debian does not have, for
// each plug-in of a library. README.md lists them. Prints each failure and "passed" or "failed" at the end.
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clap.h"

enum { FRAMES = 512, CHANNELS = 16, EVENTS = 2048 };

static int failures;
static const char *subject = "";
static void expect(int holds, const char *test, const char *what) {
  if (holds) return;
  failures++;
  printf("%s: %s: %s\n", subject, test, what);
}

static unsigned seed = 1;
static unsigned next_random(void) { return seed = seed * 1664525u + 1013904223u, seed >> 8; }
static double unit(void) { return next_random() / 16777216.0; }

// MARK: The host

static int rescans, loaded;
static void rescan(const clap_host_t *host, uint32_t flags) { (void)host, rescans += (flags & CLAP_PARAM_RESCAN_VALUES) != 0; }
static void clear(const clap_host_t *host, clap_id id, uint32_t flags) { (void)host, (void)id, (void)flags; }
static void nothing(const clap_host_t *host) { (void)host; }
static void preset_error(const clap_host_t *h, uint32_t k, const char *l, const char *key, int32_t e, const char *m) {
  (void)h, (void)k, (void)l, (void)key, (void)e, (void)m;
}
static void preset_loaded(const clap_host_t *h, uint32_t k, const char *l, const char *key) {
  (void)h, (void)k, (void)l, (void)key, loaded++;
}
static const clap_host_params_t host_params = {rescan, clear, nothing};
static const clap_host_preset_load_t host_presets = {preset_error, preset_loaded};
static const void *extension(const clap_host_t *host, const char *id) {
  (void)host;
  if (strcmp(id, CLAP_EXT_PARAMS) == 0) return &host_params;
  return strcmp(id, CLAP_EXT_PRESET_LOAD) == 0 ? &host_presets : NULL;
}
static const clap_host_t host = {CLAP_VERSION_INIT, NULL, "check", "", "", "1", extension, nothing, nothing, nothing};

typedef union {
  clap_event_header_t header;
  clap_event_param_value_t value;
  clap_event_note_t note;
  clap_event_note_expression_t expression;
  clap_event_midi_t midi;
  clap_event_transport_t position;
} event;
static event events[EVENTS];
static uint32_t event_count, last_time, sorted;
static uint32_t list_size(const clap_input_events_t *list) { return (void)list, event_count; }
static const clap_event_header_t *list_get(const clap_input_events_t *list, uint32_t i) { return (void)list, &events[i].header; }
static bool list_push(const clap_output_events_t *list, const clap_event_header_t *event) {
  (void)list;
  sorted = sorted && event->time >= last_time && event->time < FRAMES;
  last_time = event->time;
  return true;
}
static const clap_input_events_t in_events = {NULL, list_size, list_get};
static const clap_output_events_t out_events = {NULL, list_push};

static void add(clap_event_header_t header, uint32_t time) {
  memset(&events[event_count], 0, sizeof *events);
  events[event_count].header = header;
  events[event_count++].header.time = time;
}

static void add_values(const clap_plugin_t *plugin, uint32_t time, uint16_t space, int bounds) {
  const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
  for (uint32_t i = 0; i < params->count(plugin) && event_count < EVENTS - 100; i++) {
    clap_param_info_t info;
    params->get_info(plugin, i, &info);
    add((clap_event_header_t){sizeof(clap_event_param_value_t), 0, space, CLAP_EVENT_PARAM_VALUE, 0}, time);
    clap_event_param_value_t *value = &events[event_count - 1].value;
    value->param_id = info.id;
    value->note_id = value->port_index = value->channel = value->key = -1;
    const double part = bounds ? next_random() % 2 : unit();
    value->value = info.min_value + part * (info.max_value - info.min_value);
    if (info.flags & CLAP_PARAM_IS_STEPPED) value->value = round(value->value);
  }
}

/// Notes, expressions and MIDI, with wildcards and without order.
static void add_notes(uint32_t count) {
  for (uint32_t i = 0; i < count && event_count < EVENTS - 8; i++) {
    const uint16_t type = next_random() % 4;
    const uint32_t time = i * (FRAMES / count);
    if (type == CLAP_EVENT_NOTE_END) {
      add((clap_event_header_t){sizeof(clap_event_note_expression_t), 0, 0, CLAP_EVENT_NOTE_EXPRESSION, 0}, time);
      clap_event_note_expression_t *expression = &events[event_count - 1].expression;
      expression->expression_id = next_random() % 8;
      expression->note_id = expression->port_index = -1;
      expression->channel = (int16_t)(next_random() % 18) - 1;
      expression->key = (int16_t)(next_random() % 129) - 1;
      expression->value = unit() * 4 - 1;
      continue;
    }
    add((clap_event_header_t){sizeof(clap_event_note_t), 0, 0, type, 0}, time);
    clap_event_note_t *note = &events[event_count - 1].note;
    note->note_id = -1;
    note->channel = (int16_t)(next_random() % 18) - 1;
    note->key = (int16_t)(next_random() % 130) - 1;
    note->velocity = unit();
  }
}

static void add_position(uint32_t time) {
  add((clap_event_header_t){sizeof(clap_event_transport_t), 0, 0, CLAP_EVENT_TRANSPORT, 0}, time);
  clap_event_transport_t *position = &events[event_count - 1].position;
  position->flags = next_random() % 256;
  position->tempo = unit() * 300;
  position->song_pos_beats = (int64_t)(unit() * 4e11);
  position->song_pos_seconds = (int64_t)(unit() * 4e11);
  position->tsig_num = next_random() % 12;
  position->tsig_denom = 1 << next_random() % 5;
}

static float samples[3][CHANNELS][16384];

/// Processes a block of noise with the events, and checks the output.
static void process(const clap_plugin_t *plugin, const char *test, uint32_t frames, int in_place, const clap_event_transport_t *time) {
  const clap_plugin_audio_ports_t *ports = plugin->get_extension(plugin, CLAP_EXT_AUDIO_PORTS);
  clap_audio_buffer_t in[2] = {0}, out[1] = {0};
  float *channels[3][CHANNELS];
  const uint32_t in_count = ports->count(plugin, true), out_count = ports->count(plugin, false);
  for (uint32_t c = 0; c < CHANNELS; c++)
    for (uint32_t i = 0; i < frames; i++) samples[0][c][i] = samples[1][c][i] = (float)(unit() - 0.5), samples[2][c][i] = NAN;
  for (uint32_t p = 0; p < in_count + out_count; p++) {
    clap_audio_port_info_t info;
    const int is_input = p < in_count, index = is_input ? p : p - in_count;
    expect(ports->get(plugin, index, is_input, &info), test, "an audio port has no description");
    expect(!(info.flags & CLAP_AUDIO_PORT_IS_MAIN) == (index == 1), test, "the sidechain is a main port, or another port is not");
    const int set = is_input ? index : in_place && info.in_place_pair == 0 ? 0 : 2;
    for (uint32_t c = 0; c < info.channel_count; c++) channels[is_input ? index : 2][c] = samples[set][c];
    *(is_input ? &in[index] : &out[0]) = (clap_audio_buffer_t){channels[is_input ? index : 2], NULL, info.channel_count, 0, 0};
  }
  last_time = 0, sorted = 1;
  // Some hosts have no buffers for a sidechain.
  const uint32_t present = in_count == 2 && next_random() % 4 == 0 ? 1 : in_count;
  const clap_process_t block = {-1, frames, time, in, out, present, out_count, &in_events, &out_events};
  const clap_process_status status = plugin->process(plugin, &block);
  event_count = 0;
  expect(status >= CLAP_PROCESS_CONTINUE && status <= CLAP_PROCESS_SLEEP, test, "process() failed");
  expect(sorted, test, "events of the plug-in are not in order");
  for (uint32_t c = 0; out_count && c < out[0].channel_count; c++)
    for (uint32_t i = 0; i < frames; i++) {
      const float sample = channels[2][c][i];
      if (isfinite(sample) && (sample == 0 || fabsf(sample) >= 1.17549435e-38f)) continue;
      expect(0, test, "an output sample is infinite, NaN or subnormal");
      return;
    }
}

static const clap_plugin_factory_t *factory;
static const clap_plugin_t *make(const char *id) {
  const clap_plugin_t *plugin = factory->create_plugin(factory, &host, id);
  if (!plugin || !plugin->init(plugin)) printf("%s cannot be created\n", id), exit(1);
  return plugin;
}
static int start(const clap_plugin_t *plugin, double rate, uint32_t frames) {
  return plugin->activate(plugin, rate, 1, frames) && plugin->start_processing(plugin);
}
static void stop(const clap_plugin_t *plugin) { plugin->stop_processing(plugin), plugin->deactivate(plugin); }

// MARK: State

typedef struct {
  char *bytes;
  uint64_t size, at, most;
} stream;
static int64_t stream_write(const clap_ostream_t *self, const void *bytes, uint64_t count) {
  stream *s = self->ctx;
  if (count > s->most) count = s->most;
  s->bytes = realloc(s->bytes, s->size + count);
  memcpy(s->bytes + s->size, bytes, count);
  s->size += count;
  return (int64_t)count;
}
static int64_t stream_read(const clap_istream_t *self, void *bytes, uint64_t count) {
  stream *s = self->ctx;
  if (count > s->most) count = s->most;
  if (count > s->size - s->at) count = s->size - s->at;
  memcpy(bytes, s->bytes + s->at, count);
  s->at += count;
  return (int64_t)count;
}
static bool save(const clap_plugin_t *plugin, stream *s) {
  const clap_plugin_state_t *state = plugin->get_extension(plugin, CLAP_EXT_STATE);
  return state->save(plugin, &(clap_ostream_t){s, stream_write});
}
static bool load(const clap_plugin_t *plugin, stream *s) {
  const clap_plugin_state_t *state = plugin->get_extension(plugin, CLAP_EXT_STATE);
  s->at = 0;
  return state->load(plugin, &(clap_istream_t){s, stream_read});
}
static void values_of(const clap_plugin_t *plugin, double *values) {
  const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
  for (uint32_t i = 0; i < params->count(plugin); i++) {
    clap_param_info_t info;
    params->get_info(plugin, i, &info);
    expect(params->get_value(plugin, info.id, &values[i]), "param-default-values", "get_value() failed");
  }
}

/// Reads the values of a plug-in again and again, as the audio thread does, until the end of the loads.
typedef struct {
  const clap_plugin_t *plugin;
  const double *expected;
  atomic_int ends;
  int differs;
} watcher;
static void *watch(void *self) {
  watcher *w = self;
  double values[160] = {0};
  while (!w->ends) {
    values_of(w->plugin, values);
    w->differs = w->differs || memcmp(values, w->expected, sizeof values) != 0;
  }
  return NULL;
}

/// A state with the present values changes none of them, not even during load().
static void check_load(const clap_plugin_t *plugin, stream *state) {
  double values[160] = {0};
  values_of(plugin, values);
  watcher w = {.plugin = plugin, .expected = values};
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch, &w) != 0) printf("no thread\n"), exit(1);
  for (int i = 0; i < 2000; i++) load(plugin, state);
  w.ends = 1;
  pthread_join(thread, NULL);
  expect(!w.differs, "state-load", "values differ while the state loads");
}

static void check_state(const char *id) {
  for (int buffered = 0; buffered < 2; buffered++) {
    double before[160] = {0}, after[160] = {0};
    const clap_plugin_t *plugin = make(id);
    const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
    stream first = {.most = buffered ? 23 : 1 << 30}, second = {.most = 1 << 30};
    add_values(plugin, 0, 0, 0);
    params->flush(plugin, &in_events, &out_events);
    event_count = 0;
    values_of(plugin, before);
    expect(save(plugin, &first), "state-reproducibility", "save() failed");
    plugin->destroy(plugin);
    plugin = make(id);
    first.most = buffered ? 17 : 1 << 30;
    rescans = 0;
    expect(load(plugin, &first) && rescans > 0, "state-reproducibility", "load() failed or did not report the values");
    values_of(plugin, after);
    expect(memcmp(before, after, sizeof before) == 0, "state-reproducibility", "the values differ");
    expect(save(plugin, &second) && second.size == first.size && memcmp(first.bytes, second.bytes, first.size) == 0,
           "state-reproducibility-binary", "the state differs");
    check_load(plugin, &first);
    stream empty = {.most = 1};
    expect(!load(plugin, &empty), "state-invalid-empty", "load() accepted it");
    stream noise = {malloc(1 << 20), 1 << 20, 0, 1 << 30};
    for (uint64_t i = 0; i < noise.size; i++) noise.bytes[i] = (char)next_random();
    expect(!load(plugin, &noise), "state-invalid-random", "load() accepted it");
    for (first.most = 1 << 30; first.size-- > 1;) expect(!load(plugin, &first) || first.size == 0, "state-invalid-short", "load() accepted it");
    values_of(plugin, before);
    expect(memcmp(before, after, sizeof before) == 0, "state-invalid", "an invalid state changed values");
    plugin->destroy(plugin);
  }
}

static void check_params(const char *id) {
  const clap_plugin_t *plugin = make(id), *other = make(id);
  const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
  double before[160] = {0}, after[160] = {0}, processed[160] = {0};
  for (uint32_t i = 0; i < params->count(plugin); i++) {
    clap_param_info_t info;
    char text[64], again[64];
    double value, second;
    expect(params->get_info(plugin, i, &info), "param-conversions", "get_info() failed");
    expect(params->get_value(plugin, info.id, &value) && fabs(value - info.default_value) <= 1e-4 * (info.max_value - info.min_value),
           "param-default-values", info.name);
    for (int k = 0; k <= 100; k++) {
      value = info.min_value + k * 0.01 * (info.max_value - info.min_value);
      expect(params->value_to_text(plugin, info.id, value, text, sizeof text) && *text, "param-conversions", info.name);
      expect(params->text_to_value(plugin, info.id, text, &value), "param-conversions", text);
      expect(params->value_to_text(plugin, info.id, value, again, sizeof again), "param-conversions", text);
      expect(params->text_to_value(plugin, info.id, again, &second), "param-conversions", again);
      if (strcmp(text, again) != 0 || value != second) printf("%s -> %g -> %s\n", text, value, again);
      expect(strcmp(text, again) == 0 && value == second, "param-conversions", "not consistent");
    }
    char tiny[3];
    expect(params->value_to_text(plugin, info.id, value, tiny, sizeof tiny) && strlen(tiny) < 3, "param-conversions", "capacity");
  }
  values_of(plugin, before);
  start(plugin, 48000, FRAMES);
  add_values(plugin, 0, 0xb33f, 0);
  process(plugin, "param-set-wrong-namespace", FRAMES, 0, NULL);
  values_of(plugin, after);
  expect(memcmp(before, after, sizeof before) == 0, "param-set-wrong-namespace", "values changed");
  const unsigned old = seed;
  add_values(plugin, 0, 0, 0);
  process(plugin, "param-set-events", FRAMES, 0, NULL);
  values_of(plugin, processed);
  seed = old;
  add_values(other, 0, 0, 0);
  params->flush(other, &in_events, &out_events);
  event_count = 0;
  values_of(other, after);
  expect(memcmp(processed, after, sizeof after) == 0, "param-set-events", "flush() and process() differ");
  expect(memcmp(processed, before, sizeof after) != 0, "param-set-events", "nothing changed");
  for (int run = 0; run < 40; run++) {
    add_values(plugin, 0, 0, run % 2);
    add_notes(20);
    process(plugin, "param-fuzz", FRAMES, 0, NULL);
    for (uint32_t time = 0; time < FRAMES; time += 100) add_values(plugin, time, 0, 0);
    process(plugin, "param-fuzz-sample-accurate", FRAMES, 0, NULL);
  }
  stop(plugin);
  plugin->destroy(plugin);
  other->destroy(other);
}

static void check_processing(const char *id) {
  const double rates[] = {8000, 22050, 44100, 48000, 88200, 96000, 192000, 384000, 768000, 12345.678, 45678.901, 123456.78};
  const uint32_t sizes[] = {1, 8, 32, 256, 512, 1500, 4096, 10017, 16384};
  const clap_plugin_t *plugin = make(id);
  for (uint32_t i = 0; i < sizeof rates / sizeof *rates; i++) {
    expect(start(plugin, rates[i], FRAMES), "process-varying-sample-rates", "activate() failed");
    for (int k = 0; k < 5; k++) add_notes(8), process(plugin, "process-varying-sample-rates", FRAMES, k % 2, NULL);
    stop(plugin);
  }
  for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    expect(start(plugin, 44100, sizes[i]), "process-varying-block-sizes", "activate() failed");
    for (int k = 0; k < 4; k++) process(plugin, "process-varying-block-sizes", k % 2 ? 1 + next_random() % sizes[i] : sizes[i], 0, NULL);
    plugin->reset(plugin);
    process(plugin, "process-reset-reactivate", 1, 0, NULL);
    stop(plugin);
  }
  start(plugin, 48000, FRAMES);
  for (int k = 0; k < 100; k++) {
    for (uint32_t time = 0; time < FRAMES; time += k % 3 ? 100 : 2) add_position(time);
    static clap_event_transport_t first;
    first = events[0].position;
    process(plugin, "transport-fuzz", FRAMES, 1, &first);
    process(plugin, "transport-null", FRAMES, 1, NULL);
    add_notes(60);
    process(plugin, "process-note-wildcard", FRAMES, 0, NULL);
  }
  const clap_plugin_render_t *render = plugin->get_extension(plugin, CLAP_EXT_RENDER);
  expect(render && render->set(plugin, CLAP_RENDER_OFFLINE) && render->set(plugin, CLAP_RENDER_REALTIME), "render", "set() failed");
  const clap_plugin_tail_t *tail = plugin->get_extension(plugin, CLAP_EXT_TAIL);
  const clap_plugin_latency_t *latency = plugin->get_extension(plugin, CLAP_EXT_LATENCY);
  expect(tail && latency && latency->get(plugin) < 1 << 20, "latency", "missing or too long");
  stop(plugin);
  expect(!plugin->get_extension(plugin, "clap.nonexistent"), "extension", "an unknown one exists");
  plugin->destroy(plugin);
}

static void check_descriptor(const clap_plugin_descriptor_t *descriptor) {
  static const char *const categories[] = {"instrument", "audio-effect", "note-effect", "note-detector", "analyzer"};
  const clap_plugin_t *plugin = make(descriptor->id);
  expect(plugin->desc == descriptor, "descriptor-consistency", "the descriptors differ");
  expect(*descriptor->name && *descriptor->vendor && *descriptor->version, "descriptor-consistency", "a text is empty");
  int found = 0;
  for (const char *const *a = descriptor->features; *a; a++) {
    for (int i = 0; i < 5; i++) found += strcmp(*a, categories[i]) == 0;
    for (const char *const *b = a + 1; *b; b++) expect(strcmp(*a, *b) != 0, "features-duplicates", *a);
  }
  expect(found > 0, "features-categories", "none");
  char id[256];
  snprintf(id, sizeof id, "%sx1", descriptor->id);
  expect(!factory->create_plugin(factory, &host, id), "create-id-with-trailing-garbage", "was created");
  plugin->destroy(plugin);
}

// MARK: Presets

static int preset_count;
static char preset_keys[256][512], preset_plugins[256][256];
static bool begin(const clap_preset_discovery_metadata_receiver_t *r, const char *name, const char *key) {
  (void)r;
  expect(name && *name && key && preset_count < 256, "preset-discovery-crawl", "a preset has no name or no key");
  snprintf(preset_keys[preset_count], sizeof *preset_keys, "%s", key);
  return *preset_plugins[preset_count++] = 0, true;
}
static void add_plugin(const clap_preset_discovery_metadata_receiver_t *r, const clap_universal_plugin_id_t *id) {
  (void)r;
  snprintf(preset_plugins[preset_count - 1], sizeof *preset_plugins, "%s", id->id);
}
static void set_flags(const clap_preset_discovery_metadata_receiver_t *r, uint32_t f) { (void)r, (void)f; }
static void add_text(const clap_preset_discovery_metadata_receiver_t *r, const char *t) { (void)r, (void)t; }
static int location_count;
static bool declare(const clap_preset_discovery_indexer_t *i, const clap_preset_discovery_location_t *l) {
  return (void)i, location_count += l->kind == CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN && !l->location, true;
}

static void check_presets(const clap_plugin_entry_t *entry) {
  const clap_preset_discovery_factory_t *presets = entry->get_factory(CLAP_PRESET_DISCOVERY_FACTORY_ID);
  if (!presets) return;
  const clap_preset_discovery_indexer_t indexer = {.clap_version = CLAP_VERSION_INIT, .name = "check", .declare_location = declare};
  const clap_preset_discovery_metadata_receiver_t receiver = {
      .begin_preset = begin, .add_plugin_id = add_plugin, .set_flags = set_flags, .add_creator = add_text, .add_feature = add_text};
  const clap_preset_discovery_provider_descriptor_t *descriptor = presets->get_descriptor(presets, 0);
  const clap_preset_discovery_provider_t *provider = presets->create(presets, &indexer, descriptor->id);
  expect(provider && provider->desc == descriptor, "preset-discovery-descriptor-consistency", "the descriptors differ");
  expect(provider->init(provider) && location_count == 1, "preset-discovery-crawl", "no location");
  expect(provider->get_metadata(provider, CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN, NULL, &receiver) && preset_count > 0,
         "preset-discovery-crawl", "no preset");
  for (int i = 0; i < preset_count; i++) {
    const clap_plugin_t *plugin = make(preset_plugins[i]);
    const clap_plugin_preset_load_t *load = plugin->get_extension(plugin, CLAP_EXT_PRESET_LOAD);
    rescans = loaded = 0;
    expect(load && load->from_location(plugin, CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN, NULL, preset_keys[i]) && rescans && loaded,
           "preset-discovery-load", preset_keys[i]);
    expect(!load->from_location(plugin, CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN, NULL, "no preset"), "preset-discovery-load", "unknown");
    start(plugin, 48000, FRAMES);
    process(plugin, "preset-discovery-load", FRAMES, 0, NULL);
    stop(plugin);
    plugin->destroy(plugin);
  }
  provider->destroy(provider);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(argv[1])) return puts("no clap_entry"), 2;
  expect(!entry->get_factory("foo-factory-1"), "query-nonexistent-factory", "exists");
  factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
  const uint32_t count = factory->get_plugin_count(factory);
  expect(!factory->get_plugin_descriptor(factory, count), "factory", "a descriptor after the last one");
  for (uint32_t i = 0; i < count; i++) {
    const clap_plugin_descriptor_t *descriptor = factory->get_plugin_descriptor(factory, i);
    subject = descriptor->id;
    check_descriptor(descriptor);
    check_params(descriptor->id);
    check_state(descriptor->id);
    check_processing(descriptor->id);
  }
  subject = "presets";
  check_presets(entry);
  entry->deinit();
  printf("%u plug-ins, %d presets: %s\n", count, preset_count, failures ? "failed" : "passed");
  return failures > 0;
}
