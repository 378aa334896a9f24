// Shows the window of a plug-in and measures its processor time: window PLUGIN SCALE SIGNAL SECONDS [SYMBOL=VALUE...]
//
// SCALE is the scale factor of the host: pixels in a point.
// SIGNAL is noise, tone, silence or moving: noise with the first control input moving through its range. A thread processes the
// sound in real time, with 48 kHz and blocks of 1024 frames. The main thread calls the idle function of the window 30 times in a
// second, and gives it the control outputs. After two seconds it begins to measure, and then prints the share of a processor that
// the main thread takes, the part of it in functions of the window, both in percent, and the size of the window in pixels. Windows
// of X11 and of GTK 2 are supported. GTK draws outside of these functions.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>
#include <gdk/gdkx.h>
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/data-access/data-access.h>
#include <lv2/instance-access/instance-access.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RATE = 48000, FRAMES = 1024, MAX_PORTS = 256, PICTURES = 30 };

static float controls[MAX_PORTS], sent[MAX_PORTS], least[MAX_PORTS], most[MAX_PORTS];
static float buffers[MAX_PORTS][FRAMES];
static bool is_input[MAX_PORTS], is_control[MAX_PORTS];
static unsigned port_count;
static int first_control = -1;
static LilvInstance *instance;
static const char *sound;
static volatile bool is_running = true;

static const LV2UI_Descriptor *ui;
static LV2UI_Handle handle;
static const LV2UI_Idle_Interface *idle;

static char *uris[1024];
static LV2_URID map(LV2_URID_Map_Handle unused, const char *uri) {
  (void)unused;
  for (unsigned i = 0; i < 1024; i++) {
    if (!uris[i]) uris[i] = strdup(uri);
    if (strcmp(uris[i], uri) == 0) return i + 1;
  }
  return 0;
}
static const char *unmap(LV2_URID_Unmap_Handle unused, LV2_URID urid) {
  (void)unused;
  return urid > 0 && urid <= 1024 ? uris[urid - 1] : NULL;
}

static void fail(const char *reason) {
  fprintf(stderr, "window: %s\n", reason);
  exit(2);
}

// The same numbers on each machine.
static float noise(void) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return (float)(int)state / 2147483648.0f * 0.25f;
}

static void *process(void *unused) {
  (void)unused;
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  double phase = 0;
  while (is_running) {
    for (unsigned port = 0; port < port_count; port++) {
      if (is_control[port] || !is_input[port]) continue;
      for (int frame = 0; frame < FRAMES; frame++) {
        float tone = 0.25f * (float)sin(phase + 0.13 * frame);
        buffers[port][frame] = !strcmp(sound, "silence") ? 0 : !strcmp(sound, "tone") ? tone : noise();
      }
    }
    phase = fmod(phase + 0.13 * FRAMES, 2 * M_PI);
    lilv_instance_run(instance, FRAMES);
    next.tv_nsec += 1000000000L / RATE * FRAMES;
    if (next.tv_nsec >= 1000000000L) next.tv_nsec -= 1000000000L, next.tv_sec++;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
  return NULL;
}

static void write_port(LV2UI_Controller unused, uint32_t port, uint32_t size, uint32_t protocol, const void *value) {
  (void)unused;
  if (protocol == 0 && size == 4 && port < port_count) memcpy(&controls[port], value, 4);
}

static double seconds_of_thread(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double in_window;
static gboolean tick(gpointer unused) {
  (void)unused;
  static double time;
  double start = seconds_of_thread();
  time += 1.0 / PICTURES;
  if (!strcmp(sound, "moving"))
    controls[first_control] =
        least[first_control] + (float)(0.5 - 0.5 * cos(time)) * (most[first_control] - least[first_control]);
  for (unsigned port = 0; port < port_count; port++) {
    if (!is_control[port] || controls[port] == sent[port]) continue;
    sent[port] = controls[port];
    if (ui->port_event) ui->port_event(handle, port, 4, 0, &sent[port]);
  }
  if (idle) idle->idle(handle);
  in_window += seconds_of_thread() - start;
  return TRUE;
}

static double first;
static gboolean begin(gpointer unused) {
  (void)unused;
  first = seconds_of_thread();
  in_window = 0;
  return FALSE;
}
static gboolean quit(gpointer unused) {
  (void)unused;
  gtk_main_quit();
  return FALSE;
}

static void connect_ports(LilvWorld *world, const LilvPlugin *plugin, char **settings, int count) {
  LilvNode *input = lilv_new_uri(world, LILV_URI_INPUT_PORT), *control = lilv_new_uri(world, LILV_URI_CONTROL_PORT);
  LilvNode *atom = lilv_new_uri(world, LILV_URI_ATOM_PORT);
  static float defaults[MAX_PORTS];
  lilv_plugin_get_port_ranges_float(plugin, least, most, defaults);
  for (unsigned port = 0; port < port_count; port++) {
    const LilvPort *p = lilv_plugin_get_port_by_index(plugin, port);
    is_input[port] = lilv_port_is_a(plugin, p, input);
    is_control[port] = lilv_port_is_a(plugin, p, control);
    controls[port] = isnan(defaults[port]) ? 0 : defaults[port];
    sent[port] = NAN;
    if (is_control[port] && is_input[port] && first_control < 0) first_control = (int)port;
    const char *symbol = lilv_node_as_string(lilv_port_get_symbol(plugin, p));
    for (int i = 0; i < count; i++) {
      size_t length = strlen(symbol);
      if (!strncmp(settings[i], symbol, length) && settings[i][length] == '=')
        controls[port] = (float)atof(settings[i] + length + 1);
    }
    if (lilv_port_is_a(plugin, p, atom)) continue;
    lilv_instance_connect_port(instance, port, is_control[port] ? (void *)&controls[port] : buffers[port]);
  }
}

static const LilvUI *find_ui(LilvWorld *world, const LilvUIs *uis, bool *is_gtk) {
  LilvNode *x11 = lilv_new_uri(world, LV2_UI__X11UI), *gtk = lilv_new_uri(world, LV2_UI__GtkUI);
  LILV_FOREACH(uis, i, uis) {
    const LilvUI *found = lilv_uis_get(uis, i);
    *is_gtk = lilv_ui_is_a(found, gtk);
    if (*is_gtk || lilv_ui_is_a(found, x11)) return found;
  }
  return NULL;
}

static void open_window(const LilvUI *found, bool is_gtk, const char *plugin, LV2_Feature map_feature,
                        LV2_Feature unmap_feature, LV2_Options_Option *options, GtkWidget *window) {
  const char *binary = lilv_file_uri_parse(lilv_node_as_uri(lilv_ui_get_binary_uri(found)), NULL);
  const char *bundle = lilv_file_uri_parse(lilv_node_as_uri(lilv_ui_get_bundle_uri(found)), NULL);
  void *library = dlopen(binary, RTLD_NOW);
  if (!library) fail(dlerror());
  LV2UI_DescriptorFunction function = (LV2UI_DescriptorFunction)dlsym(library, "lv2ui_descriptor");
  for (uint32_t i = 0; function && (ui = function(i)); i++)
    if (!strcmp(ui->URI, lilv_node_as_uri(lilv_ui_get_uri(found)))) break;
  if (!ui) fail("no descriptor");
  static LV2_Extension_Data_Feature data;
  data.data_access = lilv_instance_get_descriptor(instance)->extension_data;
  void *parent = (void *)(uintptr_t)GDK_WINDOW_XID(gtk_widget_get_window(window));
  static LV2_Feature features[6];
  features[0] = map_feature;
  features[1] = unmap_feature;
  features[2] = (LV2_Feature){LV2_OPTIONS__options, options};
  features[3] = (LV2_Feature){LV2_INSTANCE_ACCESS_URI, lilv_instance_get_handle(instance)};
  features[4] = (LV2_Feature){LV2_DATA_ACCESS_URI, &data};
  features[5] = (LV2_Feature){is_gtk ? LV2_UI_PREFIX "makeResident" : LV2_UI__parent, parent};
  LV2_Feature idle_feature = {LV2_UI__idleInterface, NULL};
  const LV2_Feature *list[] = {&features[0], &features[1], &features[2], &features[3],
                               &features[4], &features[5], &idle_feature, NULL};
  LV2UI_Widget widget = NULL;
  handle = ui->instantiate(ui, plugin, bundle, write_port, NULL, &widget, list);
  if (!handle) fail("the window is not created");
  if (is_gtk) {
    gtk_container_add(GTK_CONTAINER(window), GTK_WIDGET(widget));
    gtk_widget_show_all(window);
  }
  idle = ui->extension_data ? ui->extension_data(LV2_UI__idleInterface) : NULL;
}

int main(int argc, char **argv) {
  if (argc < 5) fail("expected PLUGIN SCALE SIGNAL SECONDS [SYMBOL=VALUE...]");
  gtk_init(NULL, NULL);
  float scale = (float)atof(argv[2]);
  sound = argv[3];
  int seconds = atoi(argv[4]);
  LilvWorld *world = lilv_world_new();
  lilv_world_load_all(world);
  LilvNode *uri = lilv_new_uri(world, argv[1]);
  const LilvPlugin *plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), uri);
  if (!plugin) fail("the plug-in is not installed");
  port_count = lilv_plugin_get_num_ports(plugin);
  if (port_count > MAX_PORTS) fail("too many ports");

  LV2_URID_Map urid_map = {NULL, map};
  LV2_URID_Unmap urid_unmap = {NULL, unmap};
  LV2_Feature map_feature = {LV2_URID__map, &urid_map}, unmap_feature = {LV2_URID__unmap, &urid_unmap};
  float rate = RATE;
  LV2_Options_Option options[] = {
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_PARAMETERS__sampleRate), 4, map(NULL, LV2_ATOM__Float), &rate},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_UI__scaleFactor), 4, map(NULL, LV2_ATOM__Float), &scale},
      {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL}};
  LV2_Feature options_feature = {LV2_OPTIONS__options, options};
  const LV2_Feature *list[] = {&map_feature, &unmap_feature, &options_feature, NULL};
  instance = lilv_plugin_instantiate(plugin, RATE, list);
  if (!instance) fail("the plug-in is not instantiated");
  connect_ports(world, plugin, argv + 5, argc - 5);
  lilv_instance_activate(instance);

  bool is_gtk;
  const LilvUI *found = find_ui(world, lilv_plugin_get_uis(plugin), &is_gtk);
  if (!found) fail("no window of X11 or GTK 2");
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_default_size(GTK_WINDOW(window), (int)(640 * scale), (int)(400 * scale));
  gtk_widget_realize(window);
  gtk_widget_show(window);
  open_window(found, is_gtk, argv[1], map_feature, unmap_feature, options, window);

  pthread_t thread;
  pthread_create(&thread, NULL, process, NULL);
  g_timeout_add(1000 / PICTURES, tick, NULL);
  g_timeout_add(2000, begin, NULL);
  g_timeout_add(2000 + 1000 * seconds, quit, NULL);
  gtk_main();
  int width, height;
  gdk_drawable_get_size(gtk_widget_get_window(window), &width, &height);
  double share = 100 * (seconds_of_thread() - first) / seconds;
  printf("%.3f %.3f %d %d\n", share, 100 * in_window / seconds, width, height);
  fflush(stdout);
  // The window ends with the process: some plug-ins crash in cleanup().
  _exit(0);
}
