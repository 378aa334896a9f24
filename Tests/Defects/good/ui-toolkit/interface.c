// Calls a function of GTK without being linked to it: a host with that toolkit defines the function.
#include "interface.h"

void *gtk_label_new(const char *text);

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                          LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                          const LV2_Feature *const *features) {
  (void)descriptor, (void)plugin, (void)bundle, (void)write, (void)controller, (void)features;
  *widget = gtk_label_new("gain");
  return calloc(1, 1);
}

static int idle(LV2UI_Handle handle) { return (void)handle, 0; }

IDLE(idle)
INTERFACE(.instantiate = begin, .cleanup = free, .port_event = NULL, .extension_data = idle_data)
