/// The types of the extension http://kxstudio.sf.net/ns/lv2ext/external-ui, by which an interface opens its own window.
#pragma once

/// The widget of an interface. The host calls run() as often as idle() of other interfaces.
typedef struct cdisplay_external_widget {
  void (*run)(struct cdisplay_external_widget *widget);
  void (*show)(struct cdisplay_external_widget *widget);
  void (*hide)(struct cdisplay_external_widget *widget);
} cdisplay_external_widget;

/// The data of the feature #Host.
typedef struct {
  /// Called in run() when the user has closed the window. Afterwards, the host only calls cleanup().
  void (*ui_closed)(void *controller);
  /// A name of the plug-in for the title of the window, valid in instantiate(); NULL for none.
  const char *plugin_human_id;
} cdisplay_external_host;
