// Both instances use the picture that the last one to close frees.
#include "interface.h"

static char *picture;

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  if (!picture) picture = calloc(1, 100);
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

static void end(LV2UI_Handle handle) {
  picture[0] = 1;
  free(picture);
  picture = NULL;
  close_interface(handle);
}

INTERFACE(.instantiate = begin, .cleanup = end)
