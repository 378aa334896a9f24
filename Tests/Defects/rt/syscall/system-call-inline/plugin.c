// Makes a system call with an inline syscall instruction, which interposed functions cannot intercept.
#include "defect.h"
#include <sys/syscall.h>

static void run(LV2_Handle handle, uint32_t frames) {
  long result = SYS_getpid;
  __asm__ volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
  good_run(handle, frames);
}

PLUGIN(.run = run)
