// The amplifier with its output before its input.
#include "defect.h"

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  good_connect_port(handle, port == INPUT ? OUTPUT : port == OUTPUT ? INPUT : port, data);
}

PLUGIN(.connect_port = connect_port)
