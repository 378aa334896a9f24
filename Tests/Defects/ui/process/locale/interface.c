// Opening the interface changes the locale of numbers.
#include "interface.h"
#include <locale.h>

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  setlocale(LC_NUMERIC, "C");
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

INTERFACE(.instantiate = begin)
