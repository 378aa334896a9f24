// The interfaces of two plug-ins use one picture. Each plug-in counts its own interfaces, and frees the picture with its last one.
#include "interface.h"

static char *picture;
static int users[2];

static LV2UI_Handle begin(int plugin_index, const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  users[plugin_index]++;
  if (!picture) picture = calloc(1, 100);
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

static void end(int plugin_index, LV2UI_Handle handle) {
  if (--users[plugin_index] == 0) {
    free(picture);
    picture = NULL;
  }
  close_interface(handle);
}

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  picture[0] = 1;
  change_port(handle, port, size, format, buffer);
}

#define FUNCTIONS(index) \
  static LV2UI_Handle begin_##index(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle, \
                                    LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget, \
                                    const LV2_Feature *const *features) { \
    return begin(index, descriptor, plugin, bundle, write, controller, widget, features); \
  } \
  static void end_##index(LV2UI_Handle handle) { end(index, handle); }
FUNCTIONS(0)
FUNCTIONS(1)

LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index) {
  static const LV2UI_Descriptor interfaces[] = {
    {DEFECT_URI "#ui", begin_0, end_0, change, interface_data},
    {DEFECT_URI "-other#ui", begin_1, end_1, change, interface_data}};
  return index < 2 ? &interfaces[index] : NULL;
}
