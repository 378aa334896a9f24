/// The functions of GTK 2 and GTK 3 with which a host shows the widget of an interface, loaded when it is opened.
#pragma once

#include <stdbool.h>

typedef struct cdisplay_widget cdisplay_widget;

/// Loads GTK and connects it to the display of the process. Returns false if it is not installed, or if that fails.
///
/// - `version`: 2 or 3. One process cannot use both.
bool cdisplay_gtk_open(int version);

/// Shows a widget in a new window of the host, with its upper left corner at a place of the screen. Returns the window.
cdisplay_widget *cdisplay_gtk_show(void *widget, int x, int y);

/// The X11 window of a window of the host; 0 if it is not there yet.
unsigned long cdisplay_gtk_xid(cdisplay_widget *window);

void cdisplay_gtk_resize(cdisplay_widget *window, int width, int height);
void cdisplay_gtk_destroy(cdisplay_widget *window);

/// Processes at most `limit` pending events.
void cdisplay_gtk_iterate(int limit);
