/// Qt 5 without its headers: its classes are memory of a fixed size, and their members are functions with mangled names,
/// both part of the binary interface that Qt 5 keeps (Policies/Binary Compatibility Issues With C++, KDE).

#include "CDisplayToolkit.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

/// In bytes: more than the objects have, QWidget with 48 the most.
#define OBJECT_SIZE 128

/// QSize and QPoint: two integers.
typedef struct pair {
  int x, y;
} pair;

static struct {
  void (*application)(void *self, int *count, char **arguments, int version);
  void (*process_events)(int flags, int milliseconds);
  void (*send_posted_events)(void *receiver, int type);
  void (*widget)(void *self, void *parent, int flags);
  void (*delete_widget)(void *self);
  void (*show)(void *self);
  void (*move)(void *self, const pair *place);
  void (*resize)(void *self, const pair *size);
  unsigned long (*window)(const void *self);
  void (*layout)(void *self, void *parent);
  void (*set_margins)(void *self, int left, int top, int right, int bottom);
  void (*add)(void *self, void *widget, int stretch, int alignment);
} qt;

static const struct {
  void **function;
  const char *symbol;
} symbols[] = {
  {(void **)&qt.application, "_ZN12QApplicationC1ERiPPci"},
  {(void **)&qt.process_events, "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEEi"},
  {(void **)&qt.send_posted_events, "_ZN16QCoreApplication16sendPostedEventsEP7QObjecti"},
  {(void **)&qt.widget, "_ZN7QWidgetC1EPS_6QFlagsIN2Qt10WindowTypeEE"},
  {(void **)&qt.delete_widget, "_ZN7QWidgetD1Ev"},
  {(void **)&qt.show, "_ZN7QWidget4showEv"},
  {(void **)&qt.move, "_ZN7QWidget4moveERK6QPoint"},
  {(void **)&qt.resize, "_ZN7QWidget6resizeERK5QSize"},
  {(void **)&qt.window, "_ZNK7QWidget5winIdEv"},
  {(void **)&qt.layout, "_ZN11QVBoxLayoutC1EP7QWidget"},
  {(void **)&qt.set_margins, "_ZN7QLayout18setContentsMarginsEiiii"},
  {(void **)&qt.add, "_ZN10QBoxLayout9addWidgetEP7QWidgeti6QFlagsIN2Qt13AlignmentFlagEE"}};

/// Qt 5.15.0, with which the application says it was compiled.
#define VERSION 0x050F00

/// QEvent::DeferredDelete: objects that a host with an event loop deletes.
#define DEFERRED_DELETE 52

/// In milliseconds: the time after which no more events are processed at once.
#define MOST_TIME 10

/// The widget is in the layout of the window, which it leaves when the interface deletes it.
static cdisplay_widget *show(void *widget, int x, int y) {
  void *window = calloc(1, OBJECT_SIZE);
  // The window deletes its layout.
  void *layout = calloc(1, OBJECT_SIZE);
  qt.widget(window, NULL, 0);
  qt.layout(layout, window);
  qt.set_margins(layout, 0, 0, 0, 0);
  qt.add(layout, widget, 0, 0);
  qt.move(window, &(pair){x, y});
  qt.show(window);
  return window;
}

static unsigned long xid(cdisplay_widget *window) { return qt.window(window); }

static void resize(cdisplay_widget *window, int width, int height) { qt.resize(window, &(pair){width, height}); }

static void destroy(cdisplay_widget *window) {
  qt.delete_widget(window);
  free(window);
}

static void iterate(void) {
  qt.process_events(0, MOST_TIME);
  qt.send_posted_events(NULL, DEFERRED_DELETE);
}

static bool load(void) {
  void *library = dlopen("libQt5Widgets.so.5", RTLD_NOW | RTLD_GLOBAL);
  if (!library) return false;
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (!(*symbols[i].function = dlsym(library, symbols[i].symbol))) return false;
  static int count = 1;
  static char name[] = "lv2val", *arguments[] = {name, NULL};
  // It refers to the arguments as long as it lives.
  static max_align_t application[OBJECT_SIZE / sizeof(max_align_t)];
  qt.application(application, &count, arguments, VERSION);
  return true;
}

const cdisplay_toolkit *cdisplay_qt5(void) {
  static const cdisplay_toolkit toolkit = {"QCoreApplication::processEvents", show, xid, resize, destroy, iterate};
  static bool is_open;
  if (!is_open) is_open = load();
  return is_open ? &toolkit : NULL;
}
