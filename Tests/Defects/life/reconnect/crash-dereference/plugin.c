// connect_port() reads the control and uses its value as an unchecked index into a table.
#include "defect.h"

static volatile char table[2000001];

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  good_connect_port(handle, port, data);
  if (port == GAIN && data) (void)table[(int64_t)(*(float *)data * 1e6f)];
}

PLUGIN(.connect_port = connect_port)
