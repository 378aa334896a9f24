// A dial of Qt that shows the gain.
#include "qt.h"

static void *begin(void) {
  void *dial = new_object(WIDGET_SIZE);
  construct_dial(dial, NULL);
  set_least_size(dial, 200, 200);
  set_disabled(dial, true);
  return dial;
}

static void end(LV2UI_Handle handle) { delete_dial(handle); }

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  float gain;
  if (port != GAIN || size != sizeof gain || format != 0) return;
  memcpy(&gain, buffer, sizeof gain);
  if (gain >= 0 && gain <= 2) set_value(handle, (int)(gain * 49));
}

QT_INTERFACE()
