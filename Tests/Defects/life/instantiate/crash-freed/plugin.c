// The first cleanup() frees a table that all instances share; other instances then read from NULL.
#include "table.h"

static void cleanup(LV2_Handle handle) {
  free(table);
  table = NULL;
  good_cleanup(handle);
}

static void run(LV2_Handle handle, uint32_t frames) { table_run(handle, table, frames); }

PLUGIN(.instantiate = table_instantiate, .cleanup = cleanup, .run = run)
