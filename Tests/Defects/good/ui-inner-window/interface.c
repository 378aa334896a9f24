// The widget is the view in a window of the toolkit, which is the child of the host's window.
#include "interface.h"

static LV2UI_Handle instantiate(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                                LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                                const LV2_Feature *const *features) {
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (!interface) return NULL;
  const Window view = XCreateSimpleWindow(interface->display, interface->window, 0, 0, 100, 80, 0, 0, 0);
  XSelectInput(
      interface->display, view,
      ExposureMask | StructureNotifyMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask);
  XMapWindow(interface->display, view);
  XFlush(interface->display);
  interface->data = (void *)(uintptr_t)interface->window;
  interface->window = view;
  *widget = (LV2UI_Widget)(uintptr_t)view;
  return interface;
}

static void cleanup(LV2UI_Handle handle) {
  Interface *interface = handle;
  XDestroyWindow(interface->display, interface->window);
  interface->window = (Window)(uintptr_t)interface->data;
  close_interface(interface);
}

INTERFACE(.instantiate = instantiate, .cleanup = cleanup)
