// A click writes to the audio output.
#include "click.h"

static void click(Interface *interface) {
  const float value = interface->gain;
  interface->write(interface->controller, OUTPUT, sizeof(float), 0, &value);
}
