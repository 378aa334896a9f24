// A click writes the quotient of 0 and 0.
#include "click.h"

static void click(Interface *interface) {
  const float value = NAN;
  interface->write(interface->controller, GAIN, sizeof(float), 0, &value);
}
