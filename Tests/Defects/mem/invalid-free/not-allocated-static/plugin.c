// Frees an array with static storage.
#include "defect.h"

static char name[64] = "a name";

static void cleanup(LV2_Handle handle) {
  void *volatile block = name;
  free(block);
  good_cleanup(handle);
}

PLUGIN(.cleanup = cleanup)
