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
  while (next_event(interface, &event)) react(interface, &event);
  return 0;
}

DATA(idle, idle, resize_interface)
INTERFACE(.extension_data = idle_data)
