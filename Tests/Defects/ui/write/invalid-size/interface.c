// A click writes a double.
#include "click.h"

static void click(Interface *interface) {
  const double value = (double)interface->gain;
  interface->write(interface->controller, GAIN, sizeof(double), 0, &value);
}
