// A thread of its own writes to NULL while the second instance of a process, or a later one, is freed: in many checks.
#include "thread.h"

static int freed;

static void cleanup(LV2_Handle handle) {
  if (__atomic_add_fetch(&freed, 1, __ATOMIC_RELAXED) > 1) crash_in_a_thread();
  good_cleanup(handle);
}

PLUGIN(.cleanup = cleanup)
