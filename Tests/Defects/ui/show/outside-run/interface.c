// hide() reports that the user closed the window.
#include "external.h"

static void hide(ExternalWidget *widget) {
  hide_external(widget);
  widget->host->ui_closed(widget->interface->controller);
}

EXTERNAL(run_external, show_external, hide)
