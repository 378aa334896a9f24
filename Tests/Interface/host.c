// A host for the user interfaces of a bundle, for tests: host LIBRARY TEST. Exits with 0 if the test passes.
//
// The environment states the X server. The program uses no toolkit, so that valgrind reports only what the interface leaks.
#include <dirent.h>
#include <dlfcn.h>
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/data-access/data-access.h>
#include <lv2/instance-access/instance-access.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xcb/xcb.h>

#define CHECK(condition) \
  do { if (!(condition)) { printf("%s:%d: %s is false\n", __FILE__, __LINE__, #condition); exit(1); } } while (0)

// ---------------------------------------------------------------------------------------------------------- Features

static char uris[64][80];
static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  for (LV2_URID i = 0; i < 64; i++) {
    if (!uris[i][0]) strcpy(uris[i], uri);
    if (!strcmp(uris[i], uri)) return i + 1;
  }
  abort();
}

static int log_lines;
static int log_line(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  (void)handle, (void)type, (void)format;
  return ++log_lines;
}
static int log_list(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list list) {
  (void)list;
  return log_line(handle, type, format);
}

static int touches;
static void touch(LV2UI_Feature_Handle handle, uint32_t port, bool grabbed) {
  (void)handle, (void)port;
  touches += grabbed ? 1 : -1;
  CHECK(touches >= 0);
}

static LV2_URID_Map map_data = {NULL, map};
static LV2_Log_Log log_data = {NULL, log_line, log_list};
static LV2UI_Touch touch_data = {NULL, touch};
static float rate = 48000, scale = 1;
static const char title[] = "Left \u00f6";
static int32_t background = (int32_t)0xf0f0f0ffu;

struct features {
  LV2_Options_Option options[5];
  LV2_Feature list[8];
  const LV2_Feature *pointers[9];
};

/// The running instance of the plug-in, or NULL.
static LV2_Handle instance;
static LV2_Extension_Data_Feature access_data;
static bool offers_idle = true;

static void offer(struct features *f, uintptr_t parent) {
  const LV2_URID number = map(NULL, LV2_ATOM__Float), integer = map(NULL, LV2_ATOM__Int);
  const LV2_Options_Option options[] = {
    {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_PARAMETERS__sampleRate), 4, number, &rate},
    {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_UI__scaleFactor), 4, number, &scale},
    {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_UI__backgroundColor), 4, integer, &background},
    {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_UI__windowTitle), sizeof title, map(NULL, LV2_ATOM__String), title},
    {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL}};
  memcpy(f->options, options, sizeof options);
  const LV2_Feature list[] = {{LV2_URID__map, &map_data}, {LV2_OPTIONS__options, f->options}, {LV2_LOG__log, &log_data},
                              {LV2_UI__touch, &touch_data}, {LV2_UI__idleInterface, NULL},
                              {LV2_UI__parent, (void *)parent}, {LV2_INSTANCE_ACCESS_URI, instance},
                              {LV2_DATA_ACCESS_URI, &access_data}};
  memcpy(f->list, list, sizeof list);
  int count = 0;
  for (int i = 0; i < 8; i++)
    if (i < 4 || (i == 4 ? offers_idle : i == 5 ? parent != 0 : instance != NULL)) f->pointers[count++] = &f->list[i];
  f->pointers[count] = NULL;
}

// --------------------------------------------------------------------------------------------------------- Interfaces

/// The number of interfaces of the library.
enum { INTERFACES = 8 };
static const LV2UI_Descriptor *descriptors[INTERFACES];
static const LV2UI_Idle_Interface *idle;

static struct { uint32_t port; float value; int count; } written;
static void write_port(LV2UI_Controller c, uint32_t port, uint32_t size, uint32_t protocol, const void *buffer) {
  CHECK(c == &written && size == 4 && protocol == 0);
  written.port = port;
  written.value = *(const float *)buffer;
  written.count++;
}

struct interface {
  const LV2UI_Descriptor *descriptor;
  LV2UI_Handle handle;
  LV2UI_Widget widget;
  struct features features;
};

static bool open_interface(struct interface *i, int index, uintptr_t parent) {
  i->descriptor = descriptors[index];
  i->widget = NULL;
  offer(&i->features, parent);
  i->handle = i->descriptor->instantiate(
    i->descriptor, "urn:test:any", "/tmp/", write_port, &written, &i->widget, i->features.pointers);
  return i->handle != NULL;
}

static void port(struct interface *i, uint32_t index, float value) {
  i->descriptor->port_event(i->handle, index, 4, 0, &value);
}

static void close_interface(struct interface *i) { i->descriptor->cleanup(i->handle); }

// ------------------------------------------------------------------------------------------------------------- Server

static xcb_connection_t *server;
static xcb_screen_t *screen;

static void connect_server(void) {
  server = xcb_connect(NULL, NULL);
  CHECK(!xcb_connection_has_error(server));
  screen = xcb_setup_roots_iterator(xcb_get_setup(server)).data;
}

static xcb_window_t new_parent(int width, int height) {
  const xcb_window_t window = xcb_generate_id(server);
  xcb_create_window(
    server, 0, window, screen->root, 0, 0, width, height, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, 0, 0, NULL);
  xcb_map_window(server, window);
  free(xcb_get_input_focus_reply(server, xcb_get_input_focus(server), NULL));
  return window;
}

static int child_count(xcb_window_t window) {
  xcb_query_tree_reply_t *reply = xcb_query_tree_reply(server, xcb_query_tree(server, window), NULL);
  const int count = reply ? reply->children_len : -1;
  free(reply);
  return count;
}

/// The open files of the server. Each client has one, and the server frees the resources of a client that has disconnected.
static int server_files(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%s/fd", getenv("SERVER_PID"));
  DIR *folder = opendir(path);
  CHECK(folder);
  int count = 0;
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}

static void send(xcb_window_t window, uint8_t type, uint8_t detail, int x, int y, uint16_t state, uint32_t time) {
  // Events of buttons, keys and motion have the same layout.
  xcb_button_press_event_t event = {
    .response_type = type, .detail = detail, .time = time, .root = screen->root, .event = window, .event_x = (int16_t)x,
    .event_y = (int16_t)y, .state = state, .same_screen = 1};
  xcb_send_event(server, 0, window, 0, (const char *)&event);
  free(xcb_get_input_focus_reply(server, xcb_get_input_focus(server), NULL));
}

static void run_idle(struct interface *i, int times) {
  while (times-- > 0) CHECK(idle->idle(i->handle) == 0);
}

// -------------------------------------------------------------------------------------------------------------- Tests

/// Opens and closes interfaces, in a window of the host and on their own.
static void test_cycles(int count) {
  connect_server();
  const xcb_window_t parent = new_parent(640, 400);
  const int before = child_count(screen->root), files = server_files();
  for (int i = 0; i < count; i++) {
    struct interface interface;
    CHECK(open_interface(&interface, i % INTERFACES, i % 4 == 3 ? 0 : parent));
    run_idle(&interface, 1);
    port(&interface, 0, (float)(100 * i));
    if (i % 5 == 0) send((xcb_window_t)(uintptr_t)interface.widget, XCB_MOTION_NOTIFY, 0, 200, 200, 0, 1);
    run_idle(&interface, 1);
    close_interface(&interface);
  }
  // The server notices the end of the last connection later.
  for (int wait = 0; wait < 500 && server_files() != files; wait++) usleep(10000);
  CHECK(child_count(parent) == 0 && child_count(screen->root) == before && server_files() == files);
  xcb_disconnect(server);
}

/// Ten windows at once, closed in another order.
static void test_ten(void) {
  struct interface all[10];
  for (int i = 0; i < 10; i++) CHECK(open_interface(&all[i], i % INTERFACES, 0));
  for (int i = 0; i < 10; i++) run_idle(&all[i], 2);
  for (int i = 0; i < 10; i++) {
    close_interface(&all[(i * 7) % 10]);
    for (int j = i + 1; j < 10; j++) run_idle(&all[(j * 7) % 10], 1);
  }
}

/// A drag of the handle of the equalizer: touch, the values, and what the host repeats meanwhile.
static void test_drag(void) {
  connect_server();
  const xcb_window_t parent = new_parent(640, 400);
  struct interface i;
  CHECK(open_interface(&i, 0, parent));
  const xcb_window_t window = (xcb_window_t)(uintptr_t)i.widget;
  port(&i, 0, 1000);
  run_idle(&i, 2);
  CHECK(written.count == 0);
  // The frame of the response is 584 points wide and begins at 42; its middle is at 34 + 143.
  const int x = 42 + (int)(584 * (log10(1000.0 / 20) / 3)), y = 34 + 143;
  send(window, XCB_BUTTON_PRESS, 1, x, y, 0, 1000);
  run_idle(&i, 1);
  CHECK(touches == 0);
  send(window, XCB_MOTION_NOTIFY, 0, x, y - 40, XCB_BUTTON_MASK_1, 1010);
  run_idle(&i, 1);
  CHECK(touches == 1 && written.port == 1 && fabsf(written.value - 36 * 40 / 286.f) < 0.01f);
  port(&i, 1, -20);  // An old value, which the host repeats.
  send(window, XCB_MOTION_NOTIFY, 0, x, y - 50, XCB_BUTTON_MASK_1, 1020);
  run_idle(&i, 1);
  CHECK(fabsf(written.value - 36 * 50 / 286.f) < 0.01f);
  port(&i, 0, 2000);  // The host changes what the movement does not.
  send(window, XCB_MOTION_NOTIFY, 0, x + 59, y - 50, XCB_BUTTON_MASK_1, 1025);
  run_idle(&i, 1);
  CHECK(touches == 2 && written.port == 0 && fabs(written.value - 2000 * pow(10, 3 * 59 / 584.0)) < 1);
  send(window, XCB_BUTTON_RELEASE, 1, x + 59, y - 50, XCB_BUTTON_MASK_1, 1030);
  run_idle(&i, 1);
  CHECK(touches == 0);
  port(&i, 0, 1000);
  // The wheel changes the Q, a double click resets.
  const int count = written.count;
  send(window, XCB_BUTTON_PRESS, 4, x, y - 50, 0, 1100);
  run_idle(&i, 1);
  CHECK(written.count == count + 1 && written.port == 2 && written.value > 1 && touches == 0);
  for (int click = 0; click < 2; click++) {
    send(window, XCB_BUTTON_PRESS, 1, x, y - 50, 0, 2000 + 100 * (uint32_t)click);
    send(window, XCB_BUTTON_RELEASE, 1, x, y - 50, 0, 2050 + 100 * (uint32_t)click);
  }
  run_idle(&i, 1);
  CHECK(written.count == count + 4 && written.port == 2 && written.value == 1 && touches == 0);
  // Closing during a movement ends it for the host.
  const int handle = 42 + (int)(584 * (log10(100.0 / 20) / 3));
  send(window, XCB_BUTTON_PRESS, 1, handle, y, 0, 9000);
  send(window, XCB_MOTION_NOTIFY, 0, handle, y - 10, XCB_BUTTON_MASK_1, 9010);
  run_idle(&i, 1);
  CHECK(touches == 1);
  close_interface(&i);
  CHECK(touches == 0);
  xcb_disconnect(server);
}

/// The code of the key with a symbol of X11/keysymdef.h.
static uint8_t key_code(xcb_keysym_t symbol) {
  const xcb_setup_t *setup = xcb_get_setup(server);
  const uint8_t count = setup->max_keycode - setup->min_keycode + 1;
  xcb_get_keyboard_mapping_reply_t *map = xcb_get_keyboard_mapping_reply(
    server, xcb_get_keyboard_mapping(server, setup->min_keycode, count), NULL);
  CHECK(map);
  int code = 0;
  while (code < count && xcb_get_keyboard_mapping_keysyms(map)[code * map->keysyms_per_keycode] != symbol) code++;
  CHECK(code < count);
  free(map);
  return (uint8_t)(setup->min_keycode + code);
}

/// Presses and releases a key. Returns 0 if the host gets neither, and 3 if it gets both.
static int type_key(struct interface *i, uint8_t code, uint16_t state) {
  const xcb_window_t window = (xcb_window_t)(uintptr_t)i->widget;
  // No panel uses a character with Super: the host gets it last.
  const uint8_t last = key_code('m');
  send(window, XCB_KEY_PRESS, code, 1, 1, state, 1);
  send(window, XCB_KEY_RELEASE, code, 1, 1, state, 1);
  send(window, XCB_KEY_PRESS, last, 1, 1, XCB_MOD_MASK_4, 1);
  run_idle(i, 1);
  int passed = 0;
  for (bool is_last = false; !is_last;) {
    xcb_key_press_event_t *event = (xcb_key_press_event_t *)xcb_wait_for_event(server);
    CHECK(event);
    const int type = event->response_type & 0x7f;
    if (type == XCB_KEY_PRESS && event->detail == code) passed |= 1;
    if (type == XCB_KEY_RELEASE && event->detail == code) passed |= 2;
    is_last = type == XCB_KEY_PRESS && event->detail == last;
    free(event);
  }
  return passed;
}

/// The keys that the panel uses, and those that the host gets.
static void test_keys(void) {
  alarm(60);
  connect_server();
  const xcb_window_t parent = new_parent(640, 400);
  const uint32_t mask = XCB_EVENT_MASK_KEY_PRESS | XCB_EVENT_MASK_KEY_RELEASE;
  xcb_change_window_attributes(server, parent, XCB_CW_EVENT_MASK, &mask);
  // The third level of the key q, that of AltGr, is a 7.
  const uint8_t q = key_code('q');
  const xcb_keysym_t levels[] = {'q', 'Q', 'q', 'Q', '7', '7'};
  xcb_change_keyboard_mapping(server, 1, q, 6, levels);
  struct interface i;
  CHECK(open_interface(&i, 0, parent));
  const xcb_window_t window = (xcb_window_t)(uintptr_t)i.widget;
  CHECK(type_key(&i, q, 0) == 3 && type_key(&i, key_code(0xff09), 0) == 0);
  CHECK(type_key(&i, key_code(' '), XCB_MOD_MASK_4) == 3);
  // The field of the gain. Unknown keys, such as Shift alone, stay there.
  send(window, XCB_BUTTON_PRESS, 1, 195, 367, 0, 1000);
  send(window, XCB_BUTTON_RELEASE, 1, 195, 367, 0, 1010);
  CHECK(type_key(&i, q, XCB_MOD_MASK_5) == 0 && type_key(&i, key_code(0xffe1), 0) == 0);
  CHECK(type_key(&i, key_code(0xff0d), 0) == 0 && written.port == 1 && written.value == 7);
  CHECK(type_key(&i, key_code(0xffe1), 0) == 3 && type_key(&i, key_code(0xff1b), 0) == 0);
  // A right click takes the focus, and the menu uses Escape until another window has the focus.
  for (int loses_focus = 0; loses_focus < 2; loses_focus++) {
    send(window, XCB_BUTTON_PRESS, 3, 300, 100, 0, XCB_CURRENT_TIME);
    // After this key, the server also has what the window requested before it.
    CHECK(type_key(&i, key_code(0xffe1), 0) == 3);
    xcb_get_input_focus_reply_t *focus = xcb_get_input_focus_reply(server, xcb_get_input_focus(server), NULL);
    CHECK(focus && focus->focus == window);
    free(focus);
    if (loses_focus) xcb_set_input_focus(server, XCB_INPUT_FOCUS_PARENT, screen->root, XCB_CURRENT_TIME);
    CHECK(type_key(&i, key_code(0xff1b), 0) == (loses_focus ? 3 : 0));
  }
  close_interface(&i);
  // The last but one field of the tone is a trigger. A key switches it on until the next idle().
  CHECK(open_interface(&i, 7, parent));
  for (int n = 0; n < 2; n++) CHECK(type_key(&i, key_code(0xff09), XCB_MOD_MASK_SHIFT) == 0);
  CHECK(type_key(&i, key_code(0xff0d), 0) == 0 && written.port == 9 && written.value == 1);
  run_idle(&i, 1);
  CHECK(written.port == 9 && written.value == 0);
  close_interface(&i);
  xcb_disconnect(server);
}

/// Port events that no host should send.
static void test_events(void) {
  for (int index = 0; index < 3; index++) {
    struct interface i;
    CHECK(open_interface(&i, index, 0));
    const float values[] = {NAN, INFINITY, -INFINITY, 1e38f, -1e38f, 0};
    for (uint32_t p = 0; p < 12; p++)
      for (int v = 0; v < 6; v++) port(&i, p, values[v]);
    port(&i, UINT32_MAX, 1);
    const float value = 1;
    i.descriptor->port_event(i.handle, 0, 3, 0, &value);
    i.descriptor->port_event(i.handle, 0, 8, 7, &value);
    i.descriptor->port_event(i.handle, 0, 4, 0, NULL);
    run_idle(&i, 3);
    CHECK(i.descriptor->extension_data("urn:unknown") == NULL && i.descriptor->extension_data(NULL) == NULL);
    close_interface(&i);
  }
  CHECK(written.count == 0);
}

/// Sizes from one pixel to 5000.
static void test_sizes(void) {
  connect_server();
  struct interface i;
  CHECK(open_interface(&i, 2, 0));
  const xcb_window_t window = (xcb_window_t)(uintptr_t)i.widget;
  const uint32_t sizes[][2] = {{1, 1}, {3000, 2}, {2, 3000}, {5000, 5000}, {640, 400}};
  for (int s = 0; s < 5; s++) {
    xcb_configure_window(server, window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, sizes[s]);
    send(window, XCB_EXPOSE, 0, 0, 0, 0, 0);
    run_idle(&i, 3);
  }
  close_interface(&i);
  for (scale = 0; scale < 5; scale += 0.5f) {
    CHECK(open_interface(&i, 0, 0));
    run_idle(&i, 2);
    close_interface(&i);
  }
  xcb_disconnect(server);
}

static xcb_atom_t atom(const char *name) {
  xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(
    server, xcb_intern_atom(server, 0, (uint16_t)strlen(name), name), NULL);
  CHECK(reply);
  const xcb_atom_t atom = reply->atom;
  free(reply);
  return atom;
}

/// A window on its own has the title that the host states. The host shows it again after the user has closed it.
static void test_closed(void) {
  connect_server();
  struct interface i;
  CHECK(open_interface(&i, 0, 0));
  const LV2UI_Show_Interface *visibility = i.descriptor->extension_data(LV2_UI__showInterface);
  const xcb_window_t window = (xcb_window_t)(uintptr_t)i.widget;
  const xcb_atom_t names[] = {XCB_ATOM_WM_NAME, atom("_NET_WM_NAME")};
  CHECK(visibility && visibility->show(i.handle) == 0);
  run_idle(&i, 1);
  for (int n = 0; n < 2; n++) {
    xcb_get_property_reply_t *name = xcb_get_property_reply(
      server, xcb_get_property(server, 0, window, names[n], XCB_GET_PROPERTY_TYPE_ANY, 0, 100), NULL);
    CHECK(name && xcb_get_property_value_length(name) == sizeof title - 1);
    CHECK(memcmp(xcb_get_property_value(name), title, sizeof title - 1) == 0);
    free(name);
  }
  for (int times = 0; times < 2; times++) {
    const xcb_client_message_event_t message = {
      .response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = window, .type = atom("WM_PROTOCOLS"),
      .data.data32 = {atom("WM_DELETE_WINDOW")}};
    xcb_send_event(server, 0, window, 0, (const char *)&message);
    free(xcb_get_input_focus_reply(server, xcb_get_input_focus(server), NULL));
    CHECK(idle->idle(i.handle) != 0 && idle->idle(i.handle) != 0);
    CHECK(visibility->hide(i.handle) == 0 && visibility->show(i.handle) == 0);
    run_idle(&i, 2);
  }
  close_interface(&i);
  xcb_disconnect(server);
}

/// The window of the host is not valid, or the host destroys it first.
static void test_parent(void) {
  struct interface i;
  CHECK(!open_interface(&i, 0, 0x7ffffff0) && log_lines == 1);
  connect_server();
  const xcb_window_t parent = new_parent(640, 400);
  CHECK(open_interface(&i, 0, parent));
  run_idle(&i, 2);
  xcb_destroy_window(server, parent);
  free(xcb_get_input_focus_reply(server, xcb_get_input_focus(server), NULL));
  for (int n = 0; n < 5; n++) idle->idle(i.handle);
  CHECK(idle->idle(i.handle) != 0);
  port(&i, 0, 5000);
  idle->idle(i.handle);
  close_interface(&i);
  xcb_disconnect(server);
}

/// The host does not offer ui:idleInterface, or there is no X server.
static void test_none(void) {
  offers_idle = false;
  struct interface i;
  CHECK(!open_interface(&i, 0, 0) && log_lines == 1);
  offers_idle = true;
  setenv("DISPLAY", ":9999", 1);
  CHECK(!open_interface(&i, 0, 0) && log_lines == 2);
  unsetenv("DISPLAY");
  CHECK(!open_interface(&i, 0, 0) && log_lines == 3);
  // A host without features.
  LV2UI_Widget widget = NULL;
  CHECK(!descriptors[0]->instantiate(descriptors[0], "urn:x", "/", NULL, NULL, &widget, NULL));
}

/// The server ends while a window is open: SERVER_PID is its process.
static void test_lost(void) {
  struct interface i;
  CHECK(open_interface(&i, 0, 0));
  run_idle(&i, 3);
  kill(atoi(getenv("SERVER_PID")), SIGKILL);
  usleep(300000);
  // Both functions write before they read.
  const LV2UI_Show_Interface *visibility = i.descriptor->extension_data(LV2_UI__showInterface);
  CHECK(visibility);
  visibility->hide(i.handle);
  visibility->show(i.handle);
  for (int n = 0; n < 5; n++) {
    port(&i, 1, (float)n);
    idle->idle(i.handle);
  }
  CHECK(idle->idle(i.handle) != 0);
  close_interface(&i);
}

static float buffers[2][512], controls[4];
static const LV2_Descriptor *plugin;

static void make_instance(void) {
  instance = plugin->instantiate(plugin, rate, "/tmp/", NULL);
  CHECK(instance);
  access_data.data_access = plugin->extension_data;
  const float values[] = {1000, 12, 1, 1};
  memcpy(controls, values, sizeof values);
  for (uint32_t p = 0; p < 4; p++) plugin->connect_port(instance, p, &controls[p]);
  for (uint32_t p = 0; p < 2; p++) plugin->connect_port(instance, 4 + p, buffers[p]);
  plugin->activate(instance);
}

static void run_instance(int times) {
  while (times-- > 0) {
    for (int i = 0; i < 512; i++) buffers[0][i] = (float)rand() / (float)RAND_MAX - 0.5f;
    plugin->run(instance, 512);
  }
}

/// Windows with spectra: the host destroys the instance before or after them. ENGINE is the library of the plug-ins.
static void test_tap(void) {
  void *library = dlopen(getenv("ENGINE"), RTLD_NOW | RTLD_LOCAL);
  CHECK(library);
  plugin = ((LV2_Descriptor_Function)dlsym(library, "lv2_descriptor"))(0);
  for (int order = 0; order < 3; order++) {
    struct interface i, second;
    make_instance();
    run_instance(2);
    CHECK(open_interface(&i, 0, 0) && open_interface(&second, 0, 0));
    for (int n = 0; n < 3; n++) {
      run_instance(10);
      run_idle(&i, 1);
      run_idle(&second, 1);
    }
    if (order == 0) close_interface(&second);
    if (order != 1) close_interface(&i);
    run_instance(10);
    plugin->cleanup(instance);
    instance = NULL;
    if (order == 1) {
      run_idle(&i, 3);
      close_interface(&i);
    }
    if (order != 0) close_interface(&second);
  }
  // A window is opened again for the same instance.
  make_instance();
  for (int n = 0; n < 3; n++) {
    struct interface i;
    CHECK(open_interface(&i, 0, 0));
    run_instance(20);
    run_idle(&i, 2);
    close_interface(&i);
    run_instance(20);
  }
  plugin->cleanup(instance);
  dlclose(library);
}

int main(int argc, char **argv) {
  CHECK(argc >= 3);
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) printf("%s\n", dlerror());
  CHECK(library);
  const LV2UI_DescriptorFunction function = (LV2UI_DescriptorFunction)dlsym(library, "lv2ui_descriptor");
  CHECK(function);
  for (uint32_t i = 0; i < INTERFACES; i++) CHECK((descriptors[i] = function(i)));
  CHECK(!function(INTERFACES) && !function(UINT32_MAX));
  idle = descriptors[0]->extension_data(LV2_UI__idleInterface);
  CHECK(idle);
  const char *test = argv[2];
  if (!strcmp(test, "cycles")) test_cycles(argc > 3 ? atoi(argv[3]) : 500);
  else if (!strcmp(test, "ten")) test_ten();
  else if (!strcmp(test, "drag")) test_drag();
  else if (!strcmp(test, "keys")) test_keys();
  else if (!strcmp(test, "events")) test_events();
  else if (!strcmp(test, "sizes")) test_sizes();
  else if (!strcmp(test, "closed")) test_closed();
  else if (!strcmp(test, "parent")) test_parent();
  else if (!strcmp(test, "none")) test_none();
  else if (!strcmp(test, "lost")) test_lost();
  else if (!strcmp(test, "tap")) test_tap();
  else CHECK(!"a test with this name");
  printf("%s: passed\n", test);
  return 0;
}
