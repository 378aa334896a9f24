// A click writes with a protocol of its own.
#include "click.h"

static LV2_URID map(const Interface *interface) {
  return interface->map ? interface->map->map(interface->map->handle, "urn:defect:protocol") : 0;
}

static void click(Interface *interface) {
  const float value = interface->gain;
  interface->write(interface->controller, GAIN, sizeof(float), map(interface), &value);
}
