// Wakes the waiters of a futex in run(): that does not block, but it enters the kernel.
#include "defect.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  syscall(SYS_futex, &effect->runs, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  good_run(handle, frames);
}

PLUGIN(.run = run)
