// Nobody waits for the end of the process that the interface starts.
#include "interface.h"
#include <spawn.h>

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  pid_t process;
  char *arguments[] = {"true", NULL}, *environment[] = {NULL};
  posix_spawn(&process, "/bin/true", NULL, NULL, arguments, environment);
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

INTERFACE(.instantiate = begin)
