// Makes the system call gettid in connect_port().
#include "defect.h"
#include <sys/syscall.h>
#include <unistd.h>

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  syscall(SYS_gettid);
  good_connect_port(handle, port, data);
}

PLUGIN(.connect_port = connect_port)
