// cleanup() of the second and every later instance starts a thread that writes to NULL.
#include "thread.h"

static int freed;

static void cleanup(LV2_Handle handle) {
  if (__atomic_add_fetch(&freed, 1, __ATOMIC_RELAXED) > 1) crash_in_a_thread();
  good_cleanup(handle);
}

PLUGIN(.cleanup = cleanup)
