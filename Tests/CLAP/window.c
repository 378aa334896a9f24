// window CLAP keys | window CLAP properties FILE | window CLAP activations | window CLAP drag: operates windows of the first plug-in of a
// library in an X server, which the environment states. "keys" needs an instrument, "properties" the sampler of Examples and a sound file,
// "activations" an effect with presets that does not follow options, "drag" the peaking equalizer. All expect windows of 640 by 400 pixels.
// Exits with 0 if everything is as expected.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xcb/xcb.h>

#include "clap.h"

#define CHECK(condition) \
  do { if (!(condition)) { printf("%s:%d: %s is false\n", __FILE__, __LINE__, #condition); exit(1); } } while (0)

enum { FRAMES = 512, WIDTH = 640, HEIGHT = 400, MOST = 1 << 16 };
/// Middle C, the fields of the file, of the root note and of the gain, and the button of the presets.
static const int key_x = 321, key_y = 380, file_x = 320, file_y = 255, root_x = 90, root_y = 302, gain_x = 195, gain_y = 367;
static const int presets_x = 421, presets_y = 17;

// MARK: The host

typedef struct {
  clap_host_t host;
  const clap_plugin_t *plugin;
  const clap_plugin_gui_t *gui;
  bool is_active;
  clap_id timer;
  int timers, dirty, requests, flushes;
  xcb_window_t parent;
} session;

static session *session_of(const clap_host_t *host) { return host->host_data; }
static void nothing(const clap_host_t *host) { (void)host; }
static void rescan(const clap_host_t *host, uint32_t flags) { (void)host, (void)flags; }
static void clear(const clap_host_t *host, clap_id id, uint32_t flags) { (void)host, (void)id, (void)flags; }
static void request_flush(const clap_host_t *host) { session_of(host)->flushes++; }
static void request_process(const clap_host_t *host) { session_of(host)->requests++; }
static void mark_dirty(const clap_host_t *host) { session_of(host)->dirty++; }
static bool resize(const clap_host_t *host, uint32_t width, uint32_t height) { return (void)host, (void)width, (void)height, true; }
static bool show(const clap_host_t *host) { return (void)host, true; }
static void closed(const clap_host_t *host, bool destroyed) { (void)host, (void)destroyed; }
static bool register_timer(const clap_host_t *host, uint32_t period, clap_id *id) {
  CHECK(period > 0 && session_of(host)->timers++ == 0);
  return *id = session_of(host)->timer = 7, true;
}
static bool unregister_timer(const clap_host_t *host, clap_id id) { return id == 7 && --session_of(host)->timers == 0; }

static const clap_host_params_t host_params = {rescan, clear, request_flush};
static const clap_host_state_t host_state = {mark_dirty};
static const clap_host_gui_t host_gui = {nothing, resize, show, show, closed};
static const clap_host_timer_support_t host_timers = {register_timer, unregister_timer};
static const void *extension(const clap_host_t *host, const char *id) {
  (void)host;
  if (strcmp(id, CLAP_EXT_PARAMS) == 0) return &host_params;
  if (strcmp(id, CLAP_EXT_STATE) == 0) return &host_state;
  if (strcmp(id, CLAP_EXT_GUI) == 0) return &host_gui;
  return strcmp(id, CLAP_EXT_TIMER_SUPPORT) == 0 ? &host_timers : NULL;
}

static uint32_t no_events(const clap_input_events_t *list) { return (void)list, 0; }
static const clap_event_header_t *no_event(const clap_input_events_t *list, uint32_t i) { return (void)list, (void)i, NULL; }
static bool push(const clap_output_events_t *list, const clap_event_header_t *event) { return (void)list, (void)event, true; }
static const clap_input_events_t in_events = {NULL, no_events, no_event};
static const clap_output_events_t out_events = {NULL, push};

static const clap_plugin_factory_t *factory;

static void make(session *s) {
  *s = (session){.host = {CLAP_VERSION_INIT, s, "window", "", "", "1", extension, nothing, request_process, nothing}};
  s->plugin = factory->create_plugin(factory, &s->host, factory->get_plugin_descriptor(factory, 0)->id);
  CHECK(s->plugin && s->plugin->init(s->plugin));
  s->gui = s->plugin->get_extension(s->plugin, CLAP_EXT_GUI);
  CHECK(s->gui && s->gui->is_api_supported(s->plugin, "x11", false));
}

static void activate(session *s, double rate) {
  CHECK(s->plugin->activate(s->plugin, rate, 1, FRAMES) && s->plugin->start_processing(s->plugin));
  s->is_active = true;
}

static void deactivate(session *s) {
  s->plugin->stop_processing(s->plugin), s->plugin->deactivate(s->plugin);
  s->is_active = false;
}

/// Calls the timer, and process() if the plug-in is active. Returns the peak of the output.
static float pump(session *s, int times) {
  static float samples[2][FRAMES];
  float *channels[] = {samples[0], samples[1]}, peak = 0;
  const clap_plugin_timer_support_t *timers = s->plugin->get_extension(s->plugin, CLAP_EXT_TIMER_SUPPORT);
  const clap_plugin_audio_ports_t *ports = s->plugin->get_extension(s->plugin, CLAP_EXT_AUDIO_PORTS);
  clap_audio_port_info_t info;
  CHECK(ports->get(s->plugin, 0, false, &info) && info.channel_count <= 2);
  while (times-- > 0) {
    if (s->timers) timers->on_timer(s->plugin, s->timer);
    // The thread of the worker and the server need time.
    usleep(1000);
    if (!s->is_active) continue;
    clap_audio_buffer_t output = {channels, NULL, info.channel_count, 0, 0};
    const clap_process_t block = {-1, FRAMES, NULL, NULL, &output, 0, 1, &in_events, &out_events};
    CHECK(s->plugin->process(s->plugin, &block) != CLAP_PROCESS_ERROR);
    for (uint32_t c = 0; c < info.channel_count; c++)
      for (int i = 0; i < FRAMES; i++) peak = fmaxf(peak, fabsf(samples[c][i]));
  }
  return peak;
}

// MARK: State

typedef struct {
  char bytes[MOST];
  uint64_t size, at;
} stream;
static int64_t stream_write(const clap_ostream_t *self, const void *bytes, uint64_t count) {
  stream *s = self->ctx;
  CHECK(s->size + count <= MOST);
  memcpy(s->bytes + s->size, bytes, count);
  s->size += count;
  return (int64_t)count;
}
static int64_t stream_read(const clap_istream_t *self, void *bytes, uint64_t count) {
  stream *s = self->ctx;
  if (count > s->size - s->at) count = s->size - s->at;
  memcpy(bytes, s->bytes + s->at, count);
  s->at += count;
  return (int64_t)count;
}
static void save(session *s, stream *state) {
  const clap_plugin_state_t *functions = s->plugin->get_extension(s->plugin, CLAP_EXT_STATE);
  state->size = state->at = 0;
  CHECK(functions->save(s->plugin, &(clap_ostream_t){state, stream_write}));
}
static void load(session *s, stream *state) {
  const clap_plugin_state_t *functions = s->plugin->get_extension(s->plugin, CLAP_EXT_STATE);
  state->at = 0;
  CHECK(functions->load(s->plugin, &(clap_istream_t){state, stream_read}));
}

// MARK: The server

static xcb_connection_t *server;
static xcb_screen_t *screen;

static void wait_for_server(void) { free(xcb_get_input_focus_reply(server, xcb_get_input_focus(server), NULL)); }

/// Opens the window of a plug-in in a window of the host.
static void open_window(session *s, int x) {
  uint32_t width = 0, height = 0;
  s->parent = xcb_generate_id(server);
  xcb_create_window(
    server, 0, s->parent, screen->root, (int16_t)x, 0, WIDTH, HEIGHT, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, 0, 0, NULL);
  xcb_map_window(server, s->parent);
  wait_for_server();
  CHECK(s->gui->create(s->plugin, "x11", false) && s->gui->get_size(s->plugin, &width, &height));
  CHECK(width == WIDTH && height == HEIGHT);
  CHECK(s->gui->set_parent(s->plugin, &(clap_window_t){.api = "x11", .x11 = s->parent}) && s->gui->show(s->plugin));
  pump(s, 10);
}

static void close_window(session *s) {
  s->gui->destroy(s->plugin);
  CHECK(s->timers == 0);
  xcb_destroy_window(server, s->parent);
}

/// The window of the plug-in.
static xcb_window_t child(session *s) {
  xcb_query_tree_reply_t *reply = xcb_query_tree_reply(server, xcb_query_tree(server, s->parent), NULL);
  CHECK(reply && reply->children_len == 1);
  const xcb_window_t window = xcb_query_tree_children(reply)[0];
  free(reply);
  return window;
}

static void send(session *s, uint8_t type, uint8_t detail, int x, int y, uint16_t state) {
  static uint32_t time = 1000;
  // Events of buttons, keys and motion have the same layout. No two presses are a double click.
  xcb_button_press_event_t event = {
    .response_type = type, .detail = detail, .time = time += 1000, .root = screen->root, .event = child(s),
    .event_x = (int16_t)x, .event_y = (int16_t)y, .state = state, .same_screen = 1};
  xcb_send_event(server, 0, event.event, 0, (const char *)&event);
  wait_for_server();
  pump(s, 2);
}

static void click(session *s, uint8_t button, int x, int y) {
  send(s, XCB_BUTTON_PRESS, button, x, y, 0);
  send(s, XCB_BUTTON_RELEASE, button, x, y, 0);
}

/// Presses the key with a symbol of X11/keysymdef.h.
static void type_symbol(session *s, xcb_keysym_t symbol) {
  const xcb_setup_t *setup = xcb_get_setup(server);
  const uint8_t count = setup->max_keycode - setup->min_keycode + 1;
  xcb_get_keyboard_mapping_reply_t *map = xcb_get_keyboard_mapping_reply(
    server, xcb_get_keyboard_mapping(server, setup->min_keycode, count), NULL);
  CHECK(map);
  const xcb_keysym_t *symbols = xcb_get_keyboard_mapping_keysyms(map);
  for (int code = 0; code < count; code++)
    for (int shift = 0; shift < 2; shift++) {
      if (symbols[code * map->keysyms_per_keycode + shift] != symbol) continue;
      send(s, XCB_KEY_PRESS, (uint8_t)(setup->min_keycode + code), 1, 1, shift ? XCB_MOD_MASK_SHIFT : 0);
      free(map);
      return;
    }
  CHECK(!"a key with this symbol");
}

/// The pixels of the window. The caller frees them.
static uint8_t *pixels(session *s) {
  xcb_get_image_reply_t *reply = xcb_get_image_reply(
    server, xcb_get_image(server, XCB_IMAGE_FORMAT_Z_PIXMAP, child(s), 0, 0, WIDTH, HEIGHT, ~0u), NULL);
  CHECK(reply && xcb_get_image_data_length(reply) == 4 * WIDTH * HEIGHT);
  uint8_t *copy = malloc(4 * WIDTH * HEIGHT);
  memcpy(copy, xcb_get_image_data(reply), 4 * WIDTH * HEIGHT);
  free(reply);
  return copy;
}

/// The number of pixels that are not those of an earlier picture.
static int changed(session *s, const uint8_t *before) {
  uint8_t *present = pixels(s);
  int count = 0;
  for (int i = 0; i < WIDTH * HEIGHT; i++) count += memcmp(before + 4 * i, present + 4 * i, 3) != 0;
  free(present);
  return count;
}

// MARK: Tests

static void test_keys(void) {
  session s;
  make(&s);
  activate(&s, 48000);
  open_window(&s, 0);
  CHECK(pump(&s, 10) == 0 && s.requests == 0);
  send(&s, XCB_BUTTON_PRESS, 1, key_x, key_y, 0);
  CHECK(pump(&s, 10) > 0.01f && s.requests == 1);
  send(&s, XCB_BUTTON_RELEASE, 1, key_x, key_y, 0);
  CHECK(s.requests == 2);
  pump(&s, 1000);
  CHECK(pump(&s, 10) < 1e-4f);
  // The window ends its note when it is closed.
  send(&s, XCB_BUTTON_PRESS, 1, key_x, key_y, 0);
  CHECK(pump(&s, 10) > 0.01f);
  close_window(&s);
  pump(&s, 1000);
  CHECK(pump(&s, 10) < 1e-4f);
  // A note of an inactive plug-in is over when the plug-in is activated.
  deactivate(&s);
  open_window(&s, 0);
  send(&s, XCB_BUTTON_PRESS, 1, key_x, key_y, 0);
  pump(&s, 5);
  activate(&s, 44100);
  CHECK(pump(&s, 10) == 0);
  CHECK(s.dirty == 0);
  close_window(&s);
  s.plugin->destroy(s.plugin);
}

/// Waits until the host knows of another change of the state.
static void await_change(session *s, int count) {
  for (int i = 0; i < 2000 && s->dirty < count; i++) pump(s, 1);
  CHECK(s->dirty == count);
}

static void test_properties(const char *file) {
  static stream empty, with_file, with_root, other;
  session s, second;
  make(&s);
  save(&s, &empty);
  // The host has not activated the plug-in.
  open_window(&s, 0);
  click(&s, 1, file_x, file_y);
  for (const char *c = file; *c; c++) type_symbol(&s, (xcb_keysym_t)*c);
  CHECK(s.dirty == 0);
  type_symbol(&s, 0xff0d);
  await_change(&s, 1);
  save(&s, &with_file);
  CHECK(memmem(with_file.bytes, with_file.size, file, strlen(file) + 1));
  CHECK(s.requests > 0 && s.flushes == 0);
  activate(&s, 48000);
  pump(&s, 10);
  send(&s, XCB_BUTTON_PRESS, 1, key_x, key_y, 0);
  CHECK(pump(&s, 20) > 0.01f);
  send(&s, XCB_BUTTON_RELEASE, 1, key_x, key_y, 0);
  CHECK(s.dirty == 1);
  // A number.
  click(&s, 4, root_x, root_y);
  await_change(&s, 2);
  save(&s, &with_root);
  CHECK(with_root.size == with_file.size && memcmp(with_root.bytes, with_file.bytes, with_file.size) != 0);
  // The window of another instance follows the states that the host loads, and shows them when it is opened.
  make(&second);
  activate(&second, 48000);
  open_window(&second, WIDTH);
  uint8_t *initial = pixels(&second);
  load(&second, &with_root);
  for (int i = 0; i < 2000 && changed(&second, initial) < 2000; i++) pump(&second, 1);
  CHECK(changed(&second, initial) > 2000);
  save(&second, &other);
  CHECK(other.size == with_root.size && memcmp(other.bytes, with_root.bytes, other.size) == 0);
  pump(&second, 10);
  uint8_t *loaded = pixels(&second);
  close_window(&second);
  open_window(&second, WIDTH);
  CHECK(pump(&second, 50) == 0 && changed(&second, loaded) == 0);
  // At another rate, a new instance of LV2 gets the properties.
  deactivate(&second);
  activate(&second, 44100);
  pump(&second, 50);
  CHECK(changed(&second, loaded) == 0);
  load(&second, &empty);
  for (int i = 0; i < 2000 && changed(&second, initial) > 0; i++) pump(&second, 1);
  CHECK(changed(&second, initial) == 0);
  CHECK(second.dirty == 0 && s.dirty == 2);
  free(initial), free(loaded);
  close_window(&second), close_window(&s);
  second.plugin->destroy(second.plugin), s.plugin->destroy(s.plugin);
}

static void restart(session *s, double rate, uint32_t frames) {
  CHECK(s->plugin->activate(s->plugin, rate, 1, frames));
  s->plugin->deactivate(s->plugin);
  pump(s, 10);
}

/// The sum of the values of all parameters.
static double settings(session *s) {
  const clap_plugin_params_t *params = s->plugin->get_extension(s->plugin, CLAP_EXT_PARAMS);
  double sum = 0, value;
  clap_param_info_t info;
  for (uint32_t i = 0; i < params->count(s->plugin); i++) {
    CHECK(params->get_info(s->plugin, i, &info) && params->get_value(s->plugin, info.id, &value));
    sum += value;
  }
  return sum;
}

/// Gives the window a property, because the server can use the number of a window again.
static void mark(session *s) {
  xcb_change_property(
    server, XCB_PROP_MODE_REPLACE, child(s), XCB_ATOM_CUT_BUFFER0, XCB_ATOM_INTEGER, 32, 1, &(uint32_t){1});
  wait_for_server();
}

static bool is_marked(session *s) {
  xcb_get_property_reply_t *reply = xcb_get_property_reply(
    server, xcb_get_property(server, 0, child(s), XCB_ATOM_CUT_BUFFER0, XCB_ATOM_INTEGER, 0, 1), NULL);
  CHECK(reply);
  const bool is_marked = reply->type == XCB_ATOM_INTEGER;
  free(reply);
  return is_marked;
}

static bool is_mapped(session *s) {
  xcb_get_window_attributes_reply_t *reply = xcb_get_window_attributes_reply(
    server, xcb_get_window_attributes(server, child(s)), NULL);
  CHECK(reply);
  const bool is_mapped = reply->map_state != XCB_MAP_STATE_UNMAPPED;
  free(reply);
  return is_mapped;
}

static void test_activations(void) {
  session s;
  make(&s);
  restart(&s, 48000, FRAMES);
  open_window(&s, 0);
  // The second one of the factory presets.
  const double initial = settings(&s);
  click(&s, 1, presets_x, presets_y);
  for (int i = 0; i < 2; i++) type_symbol(&s, 0xff54);
  type_symbol(&s, 0xff0d);
  CHECK(settings(&s) != initial && s.flushes > 0);
  // Another block length does not touch the window, another rate replaces it.
  mark(&s);
  restart(&s, 48000, 2 * FRAMES);
  CHECK(is_marked(&s) && is_mapped(&s));
  restart(&s, 44100, FRAMES);
  CHECK(!is_marked(&s) && is_mapped(&s));
  // A hidden one remains hidden.
  CHECK(s.gui->hide(s.plugin));
  restart(&s, 96000, FRAMES);
  CHECK(!is_mapped(&s) && s.gui->show(s.plugin));
  pump(&s, 10);
  CHECK(is_mapped(&s));
  close_window(&s);
  s.plugin->destroy(s.plugin);
}

static clap_event_param_value_t change = {.header = {sizeof change, 0, 0, CLAP_EVENT_PARAM_VALUE, 0}};
static uint32_t one_event(const clap_input_events_t *list) { return (void)list, 1; }
static const clap_event_header_t *only_event(const clap_input_events_t *list, uint32_t i) {
  return (void)list, i == 0 ? &change.header : NULL;
}

/// After a drag, the window shows what the host has set during it: the next drag begins there. A point is half a decibel.
static void test_drag(void) {
  session s;
  make(&s);
  open_window(&s, 0);
  const clap_plugin_params_t *params = s.plugin->get_extension(s.plugin, CLAP_EXT_PARAMS);
  clap_param_info_t gain;
  double value;
  CHECK(params && params->get_info(s.plugin, 1, &gain));
  send(&s, XCB_BUTTON_PRESS, 1, gain_x, gain_y, 0);
  send(&s, XCB_MOTION_NOTIFY, 0, gain_x, gain_y - 10, XCB_BUTTON_MASK_1);
  CHECK(params->get_value(s.plugin, gain.id, &value) && fabs(value - 5) < 1e-3);
  change.param_id = gain.id, change.note_id = change.port_index = change.channel = change.key = -1, change.value = -20;
  params->flush(s.plugin, &(clap_input_events_t){NULL, one_event, only_event}, &out_events);
  pump(&s, 2);
  send(&s, XCB_BUTTON_RELEASE, 1, gain_x, gain_y - 10, XCB_BUTTON_MASK_1);
  CHECK(params->get_value(s.plugin, gain.id, &value) && value == -20);
  send(&s, XCB_BUTTON_PRESS, 1, gain_x, gain_y, 0);
  send(&s, XCB_MOTION_NOTIFY, 0, gain_x, gain_y - 10, XCB_BUTTON_MASK_1);
  CHECK(params->get_value(s.plugin, gain.id, &value) && fabs(value + 15) < 1e-3);
  close_window(&s);
  s.plugin->destroy(s.plugin);
}

int main(int argc, char **argv) {
  CHECK(argc >= 3);
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  CHECK(entry && entry->init(argv[1]));
  factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
  server = xcb_connect(NULL, NULL);
  CHECK(!xcb_connection_has_error(server));
  screen = xcb_setup_roots_iterator(xcb_get_setup(server)).data;
  if (strcmp(argv[2], "keys") == 0) test_keys();
  else if (strcmp(argv[2], "drag") == 0) test_drag();
  else if (strcmp(argv[2], "properties") == 0 && argc == 4) test_properties(argv[3]);
  else if (strcmp(argv[2], "activations") == 0) test_activations();
  else CHECK(!"a test with this name");
  xcb_disconnect(server);
  entry->deinit();
  printf("%s: passed\n", argv[2]);
  return 0;
}
