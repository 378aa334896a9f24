// Makes a system call by its own instruction, which no interposed function can see.
#include "defect.h"
#include <sys/syscall.h>

static void run(LV2_Handle handle, uint32_t frames) {
  long result = SYS_getpid;
  __asm__ volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
  good_run(handle, frames);
}

PLUGIN(.run = run)
