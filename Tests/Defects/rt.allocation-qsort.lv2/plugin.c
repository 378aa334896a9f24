// Sorts 1024 numbers in every run: from 1024 bytes on, glibc's qsort works on a block from the heap.
#include "defect.h"

static int compare(const void *a, const void *b) {
  return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static void sort(void) {
  float values[1024];
  for (int i = 0; i < 1024; ++i) values[i] = (float)(i * 389 % 1024);
  qsort(values, 1024, sizeof *values, compare);
}

// Once here, so that what qsort asks of the system the first time is asked in time.
static void activate(LV2_Handle handle) {
  good_activate(handle);
  sort();
}

static void run(LV2_Handle handle, uint32_t frames) {
  sort();
  good_run(handle, frames);
}

PLUGIN(.activate = activate, .run = run)
