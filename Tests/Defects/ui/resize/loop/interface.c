// The interface requests another size whenever its window has changed.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  for (int i = 0; i < 8 && interface->width > 150; ++i) {
    interface->data = (char *)interface->data + 1;
    const int width = 200 + (int)((uintptr_t)interface->data % 7);
    interface->resize->ui_resize(interface->resize->handle, width, 100);
  }
  while (XPending(interface->display)) {
    XNextEvent(interface->display, &event);
    react(interface, &event);
  }
  return 0;
}

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)width, (unsigned)height);
  return 0;
}

static const void *data(const char *uri) {
  static const LV2UI_Idle_Interface idle_functions = {idle};
  static const LV2UI_Resize resize_functions = {.ui_resize = resize};
  return !strcmp(uri, LV2_UI__idleInterface) ? (const void *)&idle_functions
         : !strcmp(uri, LV2_UI__resize)      ? &resize_functions
                                             : NULL;
}

INTERFACE(.extension_data = data)
