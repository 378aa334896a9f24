// hide() does not hide the window.
#include "shown.h"

static int hide(LV2UI_Handle handle) {
  (void)handle;
  return 0;
}

SHOWN(idle_shown, show_window, hide)
