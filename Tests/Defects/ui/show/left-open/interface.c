// cleanup() keeps the connection to the X server, and with it the window.
#include "shown.h"

static void close_later(LV2UI_Handle handle) { free(handle); }

SHOWN(idle_shown, show_window, hide_window, .cleanup = close_later)
