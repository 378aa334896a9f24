// Each call of idle() keeps a rectangle that was redrawn.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  void **rectangle = malloc(64);
  *rectangle = interface->data;
  interface->data = rectangle;
  return idle_interface(handle);
}

static void end(LV2UI_Handle handle) {
  Interface *interface = handle;
  for (void **rectangle = interface->data; rectangle;) {
    void **next = *rectangle;
    free(rectangle);
    rectangle = next;
  }
  close_interface(handle);
}

IDLE(idle)
INTERFACE(.extension_data = idle_data, .cleanup = end)
