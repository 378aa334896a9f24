// An interface that takes 210 ms of processor time to open uses the optional feature ui:touch without a test.
#include <time.h>

#include "interface.h"

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  clock_t end = clock() + CLOCKS_PER_SEC * 21 / 100;
  while (clock() < end) continue;
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (interface) interface->touch->touch(interface->touch->handle, GAIN, false);
  return interface;
}

INTERFACE(.instantiate = begin)
