/// A correct interface: a window of Xlib with a bar for the gain, which follows the pointer. Its URI is DEFECT_URI "#ui".
///
/// A folder of the corpus includes this file, defines the one function with the defect, and names it in INTERFACE():
///
///     static int idle(LV2UI_Handle handle) { ... }
///     INTERFACE(.extension_data = data)
#ifndef INTERFACE_H
#define INTERFACE_H

#include "defect.h"
#include <X11/Xlib.h>
#include <lv2/ui/ui.h>
#include <stdio.h>
#include <unistd.h>

/// An open interface of any folder. All members are zero in the beginning.
typedef struct {
  Display *display;
  Window window;
  GC context;
  int width, height;
  float gain;
  bool is_dragged;
  bool is_closed;  ///< Whether the user closed the window.
  LV2UI_Write_Function write;
  LV2UI_Controller controller;
  LV2UI_Resize *resize;  ///< NULL if the host has none.
  LV2UI_Touch *touch;    ///< NULL if the host has none.
  LV2_URID_Map *map;     ///< NULL if the host has none.
  void *data;            ///< Data of the folder.
} Interface;

/// Draws the bar.
SPARE void draw(Interface *interface) {
  const int top = (int)((float)interface->height * (1 - interface->gain / 2));
  XSetForeground(interface->display, interface->context, 0x202020);
  XFillRectangle(
      interface->display, interface->window, interface->context, 0, 0, (unsigned)interface->width,
      (unsigned)interface->height);
  XSetForeground(interface->display, interface->context, 0x40c0ff);
  XFillRectangle(
      interface->display, interface->window, interface->context, 20, top, 60, (unsigned)interface->height);
}

/// Sets the gain from a place of the pointer, and tells the host.
SPARE void drag(Interface *interface, int y) {
  const float gain = 2 - 2 * (float)y / (float)interface->height;
  interface->gain = gain < 0 ? 0 : gain > 2 ? 2 : gain;
  interface->write(interface->controller, GAIN, sizeof(float), 0, &interface->gain);
  draw(interface);
}

SPARE void grab(Interface *interface, bool is_grabbed) {
  interface->is_dragged = is_grabbed;
  if (interface->touch) interface->touch->touch(interface->touch->handle, GAIN, is_grabbed);
}

/// Reacts to one event.
SPARE void react(Interface *interface, XEvent *event) {
  switch (event->type) {
  case Expose: draw(interface); break;
  case ConfigureNotify:
    interface->width = event->xconfigure.width;
    interface->height = event->xconfigure.height;
    break;
  case ButtonPress:
    if (event->xbutton.button != Button1) break;
    grab(interface, true);
    drag(interface, event->xbutton.y);
    break;
  case MotionNotify:
    if (interface->is_dragged) drag(interface, event->xmotion.y);
    break;
  case ButtonRelease:
    if (event->xbutton.button == Button1) grab(interface, false);
    break;
  }
}

/// Takes the next event of the window; false if none is pending.
SPARE bool next_event(Interface *interface, XEvent *event) {
  if (!XPending(interface->display)) return false;
  XNextEvent(interface->display, event);
  return true;
}

SPARE int idle_interface(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) react(interface, &event);
  return 0;
}

SPARE int resize_interface(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)width, (unsigned)height);
  return 0;
}

SPARE LV2UI_Handle open_interface(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                                  LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                                  const LV2_Feature *const *features) {
  (void)descriptor, (void)plugin, (void)bundle;
  Interface *interface = calloc(1, sizeof *interface);
  interface->display = XOpenDisplay(NULL);
  if (!interface->display) {
    free(interface);
    return NULL;
  }
  interface->write = write;
  interface->controller = controller;
  interface->resize = feature(features, LV2_UI__resize);
  interface->touch = feature(features, LV2_UI__touch);
  interface->map = feature(features, LV2_URID__map);
  interface->gain = 1;
  interface->width = 100;
  interface->height = 80;
  const Window parent = (Window)(uintptr_t)feature(features, LV2_UI__parent);
  interface->window = XCreateSimpleWindow(
      interface->display, parent ? parent : DefaultRootWindow(interface->display), 0, 0, 100, 80, 0, 0, 0);
  interface->context = XCreateGC(interface->display, interface->window, 0, NULL);
  XSelectInput(
      interface->display, interface->window,
      ExposureMask | StructureNotifyMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask);
  // A window of its own is hidden until the host shows it.
  if (parent) XMapWindow(interface->display, interface->window);
  XFlush(interface->display);
  *widget = (LV2UI_Widget)(uintptr_t)interface->window;
  return interface;
}

SPARE void close_interface(LV2UI_Handle handle) {
  Interface *interface = handle;
  if (interface->is_dragged) grab(interface, false);
  XFreeGC(interface->display, interface->context);
  XDestroyWindow(interface->display, interface->window);
  XCloseDisplay(interface->display);
  free(interface);
}

SPARE void change_port(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  Interface *interface = handle;
  if (port != GAIN || format != 0 || size != sizeof(float)) return;
  const float gain = *(const float *)buffer;
  if (!(gain >= 0 && gain <= 2)) return;
  interface->gain = gain;
  draw(interface);
  XFlush(interface->display);
}

SPARE const void *interface_data(const char *uri) {
  static const LV2UI_Idle_Interface idle = {idle_interface};
  return strcmp(uri, LV2_UI__idleInterface) ? NULL : &idle;
}

/// The descriptor with the index `index`; NULL after the last one.
SPARE const LV2UI_Descriptor *offered_interface(uint32_t index) {
  static const LV2UI_Descriptor interface = {
    .URI = DEFECT_URI "#ui", .instantiate = open_interface, .cleanup = close_interface, .port_event = change_port,
    .extension_data = interface_data};
  return index == 0 ? &interface : NULL;
}

/// The entry point of the interface, with functions in place of the correct ones.
#define INTERFACE(...) \
  LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index) { \
    static const LV2UI_Descriptor interface = { \
      .URI = DEFECT_URI "#ui", .instantiate = open_interface, .cleanup = close_interface, .port_event = change_port, \
      .extension_data = interface_data, ##__VA_ARGS__}; \
    return index == 0 ? &interface : NULL; \
  }

/// A function NAME_data for extension_data() with other functions than the correct ones; NULL for no ui:resize.
#define DATA(name, idle, resize) \
  static const void *name##_data(const char *uri) { \
    static const LV2UI_Idle_Interface idle_functions = {idle}; \
    static const LV2UI_Resize resize_functions = {.ui_resize = resize}; \
    if (!strcmp(uri, LV2_UI__idleInterface)) return &idle_functions; \
    return resize_functions.ui_resize && !strcmp(uri, LV2_UI__resize) ? &resize_functions : NULL; \
  }
#define IDLE(function) DATA(function, function, NULL)
#define RESIZE(function) DATA(function, idle_interface, function)

#endif
