// Counts the users of a table that all instances share, and frees it with the last instance.
#include "table.h"

static int users;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  __atomic_add_fetch(&users, 1, __ATOMIC_RELAXED);
  return table_instantiate(descriptor, rate, bundle, features);
}

static void cleanup(LV2_Handle handle) {
  if (__atomic_sub_fetch(&users, 1, __ATOMIC_RELAXED) == 0) {
    free(table);
    table = NULL;
  }
  good_cleanup(handle);
}

static void run(LV2_Handle handle, uint32_t frames) { table_run(handle, table, frames); }

PLUGIN(.instantiate = instantiate, .cleanup = cleanup, .run = run)
