// The interface replaces a table of the instance that run() reads.
#include "interface.h"
#include <lv2/instance-access/instance-access.h>

static float table[16];

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  Effect *effect = feature(features, LV2_INSTANCE_ACCESS_URI);
  if (effect) {
    effect->data = NULL;
    usleep(100000);
    effect->data = table;
  }
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

INTERFACE(.instantiate = begin)
