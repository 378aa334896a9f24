#include "CDisplayToolkit.h"

#include <dlfcn.h>
#include <stddef.h>

/// The functions of both versions; the pointers are to widgets, windows and lists of arguments.
static struct {
  int (*init_check)(int *, char ***);
  cdisplay_widget *(*window_new)(int type);
  void (*container_add)(cdisplay_widget *, void *);
  void (*widget_show_all)(cdisplay_widget *);
  void (*widget_destroy)(cdisplay_widget *);
  void (*window_move)(cdisplay_widget *, int, int);
  void (*window_resize)(cdisplay_widget *, int, int);
  void *(*widget_get_window)(cdisplay_widget *);
  int (*events_pending)(void);
  int (*main_iteration_do)(int blocking);
} gtk;

/// gdk_x11_drawable_get_xid() or gdk_x11_window_get_xid().
static unsigned long (*get_xid)(void *);

/// GTK_WINDOW_TOPLEVEL.
#define TOPLEVEL 0

/// The most events that are processed at once.
#define MOST_EVENTS 100

static cdisplay_widget *show(void *widget, int x, int y) {
  cdisplay_widget *window = gtk.window_new(TOPLEVEL);
  gtk.container_add(window, widget);
  gtk.window_move(window, x, y);
  gtk.widget_show_all(window);
  return window;
}

static unsigned long xid(cdisplay_widget *window) {
  void *surface = gtk.widget_get_window(window);
  return surface ? get_xid(surface) : 0;
}

static void resize(cdisplay_widget *window, int width, int height) { gtk.window_resize(window, width, height); }

static void destroy(cdisplay_widget *window) { gtk.widget_destroy(window); }

static void iterate(void) {
  for (int count = 0; count < MOST_EVENTS && gtk.events_pending(); count++) gtk.main_iteration_do(0);
}

static bool load(int version) {
  void *library = dlopen(version == 2 ? "libgtk-x11-2.0.so.0" : "libgtk-3.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (!library) return false;
#define LOOK_UP(name) \
  if (!(gtk.name = (__typeof__(gtk.name))dlsym(library, "gtk_" #name))) return false;
  LOOK_UP(init_check)
  LOOK_UP(window_new)
  LOOK_UP(container_add)
  LOOK_UP(widget_show_all)
  LOOK_UP(widget_destroy)
  LOOK_UP(window_move)
  LOOK_UP(window_resize)
  LOOK_UP(widget_get_window)
  LOOK_UP(events_pending)
  LOOK_UP(main_iteration_do)
#undef LOOK_UP
  get_xid = (__typeof__(get_xid))dlsym(library, version == 2 ? "gdk_x11_drawable_get_xid" : "gdk_x11_window_get_xid");
  return get_xid && gtk.init_check(NULL, NULL);
}

const cdisplay_toolkit *cdisplay_gtk(int version) {
  static const cdisplay_toolkit toolkit = {"gtk_main_iteration", show, xid, resize, destroy, iterate};
  static bool is_open;
  if (!is_open) is_open = load(version);
  return is_open ? &toolkit : NULL;
}
