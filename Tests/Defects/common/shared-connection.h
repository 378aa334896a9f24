/// An interface whose instances use one connection to the X server, which stays open. Each has a picture for its background.
/// KEEPS_PICTURE states whether cleanup() leaves the picture in the server.
#include "interface.h"

static Display *shared;

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (!interface) return NULL;
  if (!shared) shared = XOpenDisplay(NULL);
  const Pixmap picture = XCreatePixmap(shared, DefaultRootWindow(shared), 100, 80, (unsigned)DefaultDepth(shared, 0));
  XFlush(shared);
  interface->data = (void *)(uintptr_t)picture;
  return interface;
}

static void end(LV2UI_Handle handle) {
  Interface *interface = handle;
  if (!KEEPS_PICTURE) XFreePixmap(shared, (Pixmap)(uintptr_t)interface->data);
  XFlush(shared);
  close_interface(interface);
}

INTERFACE(.instantiate = begin, .cleanup = end)
