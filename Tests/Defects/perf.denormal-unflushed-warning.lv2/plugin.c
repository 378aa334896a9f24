// Disables the flush-to-zero mode of the host during run().
#include "one-pole.h"
#include <fenv.h>

static void run(LV2_Handle handle, uint32_t frames) {
  fenv_t environment;
  fegetenv(&environment);
  fesetenv(FE_DFL_ENV);
  one_pole_run(handle, frames);
  fesetenv(&environment);
}

PLUGIN(.run = run)
