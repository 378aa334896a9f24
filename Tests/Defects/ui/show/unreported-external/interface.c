// The user closes the window, and the interface does not call ui_closed().
#include "external.h"

static void run(ExternalWidget *widget) { idle_shown(widget->interface); }

EXTERNAL(run, show_external, hide_external)
