// Allocates a block for the address of the port in each connect_port().
#include "defect.h"

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  Effect *effect = handle;
  free(effect->data);
  effect->data = malloc(sizeof data);
  good_connect_port(handle, port, data);
}

PLUGIN(.connect_port = connect_port)
