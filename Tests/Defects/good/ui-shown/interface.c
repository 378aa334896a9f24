// The interface opens its own window.
#include "shown.h"

SHOWN(idle_shown, show_window, hide_window)
