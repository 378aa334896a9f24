// Makes a system call once per second.
#include "defect.h"
#include <sys/syscall.h>
#include <unistd.h>

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  // `kept` counts the frames since the last second.
  effect->kept += frames;
  if (effect->kept >= effect->rate) {
    effect->kept = 0;
    syscall(SYS_getppid);
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
