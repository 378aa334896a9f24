// A window that the user closed does not appear again.
#include "shown.h"

static int show(LV2UI_Handle handle) {
  Interface *interface = handle;
  return interface->is_closed ? 0 : show_window(handle);
}

SHOWN(idle_shown, show, hide_window)
