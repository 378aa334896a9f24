// Allocates memory in connect_port() and does not declare lv2:hardRTCapable.
#include "defect.h"

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  free(malloc(64));
  good_connect_port(handle, port, data);
}

PLUGIN(.connect_port = connect_port)
