// The bar does not follow the gain.
#include "interface.h"

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  (void)handle, (void)port, (void)size, (void)format, (void)buffer;
}

INTERFACE(.port_event = change)
