// Sorts 1024 numbers with qsort() in each run(): from 1024 bytes on, glibc allocates a temporary block.
#include "defect.h"

static int compare(const void *a, const void *b) {
  return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static void sort(void) {
  float values[1024];
  for (int i = 0; i < 1024; ++i) values[i] = (float)(i * 389 % 1024);
  qsort(values, 1024, sizeof *values, compare);
}

// The first qsort() makes system calls: they happen here instead of in run().
static void activate(LV2_Handle handle) {
  good_activate(handle);
  sort();
}

static void run(LV2_Handle handle, uint32_t frames) {
  sort();
  good_run(handle, frames);
}

PLUGIN(.activate = activate, .run = run)
