// A click writes an atom to a control.
#include "click.h"
#include <lv2/atom/atom.h>

static void click(Interface *interface) {
  const LV2_Atom atom = {0, 0};
  const LV2_URID transfer = interface->map->map(interface->map->handle, LV2_ATOM__eventTransfer);
  interface->write(interface->controller, GAIN, sizeof atom, transfer, &atom);
}
