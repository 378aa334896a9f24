// Makes a system call in run() and does not declare lv2:hardRTCapable.
#include "defect.h"
#include <sys/syscall.h>
#include <unistd.h>

static void run(LV2_Handle handle, uint32_t frames) {
  syscall(SYS_getpid);
  good_run(handle, frames);
}

PLUGIN(.run = run)
