// Takes its dither from the kernel's random numbers (and does not use it, so that the output repeats).
#include "defect.h"
#include <sys/random.h>

static void run(LV2_Handle handle, uint32_t frames) {
  unsigned dither;
  if (getrandom(&dither, sizeof dither, 0) < 0) return;
  good_run(handle, frames);
}

PLUGIN(.run = run)
