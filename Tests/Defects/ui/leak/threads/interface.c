// A thread for animations outlives the interface.
#include "interface.h"
#include <pthread.h>

static void *animate(void *data) {
  for (;;) sleep(1000);
  return data;
}

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  pthread_t thread;
  pthread_create(&thread, NULL, animate, NULL);
  pthread_detach(thread);
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

INTERFACE(.instantiate = begin)
