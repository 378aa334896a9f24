/// The toolkits with which a host shows the widget of an interface, loaded when it is opened.
#pragma once

#include <stdbool.h>

/// A window of the host, of the toolkit.
typedef struct cdisplay_widget cdisplay_widget;

/// The functions of a toolkit that a host needs.
typedef struct cdisplay_toolkit {
  /// The name of its function that processes events, in which it calls the interface.
  const char *loop;
  /// Shows a widget in a new window of the host, with its upper left corner at a place of the screen. Returns the window.
  cdisplay_widget *(*show)(void *widget, int x, int y);
  /// The X11 window of a window of the host; 0 if it is not there yet.
  unsigned long (*xid)(cdisplay_widget *window);
  void (*resize)(cdisplay_widget *window, int width, int height);
  void (*destroy)(cdisplay_widget *window);
  /// Processes pending events. Returns although a widget that draws all the time always has another one.
  void (*iterate)(void);
} cdisplay_toolkit;

/// Loads GTK and connects it to the display of the process. Returns NULL if it is not installed, or if that fails.
///
/// - `version`: 2 or 3. One process cannot use both.
const cdisplay_toolkit *cdisplay_gtk(int version);

/// Loads Qt 5, as `cdisplay_gtk()` loads GTK. Its functions throw no exceptions.
const cdisplay_toolkit *cdisplay_qt5(void);
