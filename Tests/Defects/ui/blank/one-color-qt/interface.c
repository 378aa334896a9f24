// A widget of Qt that draws nothing.
#include "qt.h"

static void *begin(void) {
  void *widget = new_object(WIDGET_SIZE);
  construct_widget(widget, NULL, 0);
  set_least_size(widget, 200, 200);
  return widget;
}

static void end(LV2UI_Handle handle) { delete_widget(handle); }

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  (void)handle, (void)port, (void)size, (void)format, (void)buffer;
}

QT_INTERFACE()
