// The window appears some calls of idle() after show(), as that of a program which the interface starts.
#include "shown.h"

/// The number of calls until the window appears.
static const intptr_t delay = 20;

static int show_later(LV2UI_Handle handle) {
  Interface *interface = handle;
  interface->is_closed = false;
  interface->data = (void *)delay;
  return 0;
}

static int hide(LV2UI_Handle handle) {
  Interface *interface = handle;
  interface->data = NULL;
  return hide_window(handle);
}

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  intptr_t left = (intptr_t)interface->data;
  if (left == 1) show_window(handle);
  if (left > 0) interface->data = (void *)(left - 1);
  return idle_shown(handle);
}

SHOWN(idle, show_later, hide)
