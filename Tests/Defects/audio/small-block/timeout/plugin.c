// Advances by half a block per step, which is 0 for a block of one frame, and sleeps after such a step.
#include "defect.h"
#include <unistd.h>

static void run(LV2_Handle handle, uint32_t frames) {
  good_run(handle, frames);
  for (volatile uint32_t done = 0; done < frames;) {
    done += frames / 2;
    if (frames == 1) usleep(1000);
  }
}

PLUGIN(.run = run)
