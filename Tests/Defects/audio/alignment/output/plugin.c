// Rounds the address of the input down to a multiple of 16.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  void *input = effect->port[INPUT];
  effect->port[INPUT] = (void *)((uintptr_t)input & ~(uintptr_t)15);
  good_run(handle, frames);
  effect->port[INPUT] = input;
}

PLUGIN(.run = run)
