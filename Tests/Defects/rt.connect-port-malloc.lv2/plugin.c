// Keeps the place of each port in a block from the heap, made anew whenever a port is connected.
#include "defect.h"

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  Effect *effect = handle;
  free(effect->data);
  effect->data = malloc(sizeof data);
  good_connect_port(handle, port, data);
}

PLUGIN(.connect_port = connect_port)
