// The interface writes its own default when it opens.
#include "interface.h"

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  const float start = 0.5f;
  write(controller, GAIN, sizeof start, 0, &start);
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

INTERFACE(.instantiate = begin)
