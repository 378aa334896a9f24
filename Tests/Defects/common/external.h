/// A correct external interface of KXStudio's extension, which opens its own window.
///
///     static void hide(ExternalWidget *widget) { ... }
///     EXTERNAL(run_external, show_external, hide)
#ifndef EXTERNAL_H
#define EXTERNAL_H

#include "shown.h"

#define EXTERNAL_HOST "http://kxstudio.sf.net/ns/lv2ext/external-ui#Host"

/// The widget of the interface.
typedef struct ExternalWidget {
  void (*run)(struct ExternalWidget *);
  void (*show)(struct ExternalWidget *);
  void (*hide)(struct ExternalWidget *);
  Interface *interface;
  const struct ExternalHost {
    void (*ui_closed)(LV2UI_Controller);
    const char *plugin_human_id;
  } *host;
} ExternalWidget;

SPARE void show_external(ExternalWidget *widget) { show_window(widget->interface); }
SPARE void hide_external(ExternalWidget *widget) { hide_window(widget->interface); }

SPARE void run_external(ExternalWidget *widget) {
  if (idle_shown(widget->interface)) widget->host->ui_closed(widget->interface->controller);
}

/// Opens the interface with the functions of its widget.
SPARE LV2UI_Handle open_external(const ExternalWidget *functions, const LV2UI_Descriptor *descriptor, const char *plugin,
                                 const char *bundle, LV2UI_Write_Function write, LV2UI_Controller controller,
                                 LV2UI_Widget *widget, const LV2_Feature *const *features) {
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (!interface) return NULL;
  ExternalWidget *external = malloc(sizeof *external);
  *external = *functions;
  external->interface = interface;
  external->host = feature(features, EXTERNAL_HOST);
  interface->data = external;
  *widget = external;
  return interface;
}

SPARE void close_external(LV2UI_Handle handle) {
  Interface *interface = handle;
  free(interface->data);
  close_interface(interface);
}

#define EXTERNAL(run, show, hide) \
  static LV2UI_Handle open_widget( \
      const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle, LV2UI_Write_Function write, \
      LV2UI_Controller controller, LV2UI_Widget *widget, const LV2_Feature *const *features) { \
    static const ExternalWidget functions = {run, show, hide, NULL, NULL}; \
    return open_external(&functions, descriptor, plugin, bundle, write, controller, widget, features); \
  } \
  INTERFACE(.instantiate = open_widget, .cleanup = close_external, .extension_data = NULL)

#endif
