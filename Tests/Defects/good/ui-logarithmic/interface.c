// A knob with a logarithmic scale writes the value of its position, which differs from that of port_event() by rounding.
#include "interface.h"

static void port_event(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  Interface *interface = handle;
  change_port(handle, port, size, format, buffer);
  if (port != GAIN || format != 0 || size != sizeof(float)) return;
  const float gain = *(const float *)buffer;
  if (!(gain >= 0.02f && gain <= 2)) return;
  const float position = logf(gain / 0.02f) / logf(100), written = 0.02f * powf(100, position);
  interface->write(interface->controller, GAIN, sizeof written, 0, &written);
}

INTERFACE(.port_event = port_event)
