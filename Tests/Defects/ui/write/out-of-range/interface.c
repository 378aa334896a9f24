// A click writes decibels.
#include "click.h"

static void click(Interface *interface) {
  const float value = interface->gain * 20 + 3;
  interface->write(interface->controller, GAIN, sizeof(float), 0, &value);
}
