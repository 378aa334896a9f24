// Opening the interface changes SIGCHLD blocked.
#include "interface.h"
#include <signal.h>

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

INTERFACE(.instantiate = begin)
