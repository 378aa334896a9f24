// Draws at most 30 times a second, when idle() is called.
#include "interface.h"
#include <time.h>

static double last;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void port_event(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  Interface *interface = handle;
  if (port == GAIN && format == 0 && size == sizeof(float)) interface->gain = *(const float *)buffer;
}

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event))
    if (event.type != Expose) react(interface, &event);
  if (now() - last < 1 / 30.0) return 0;
  last = now();
  draw(interface);
  XSetForeground(interface->display, interface->context, 0xffffff);
  XDrawRectangle(interface->display, interface->window, interface->context, 5, 5, 8, 60);
  XFlush(interface->display);
  return 0;
}

IDLE(idle)
INTERFACE(.port_event = port_event, .extension_data = idle_data)
