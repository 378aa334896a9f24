// Frees the table of all instances with the first that goes; the others look for it at NULL.
#include "table.h"

static void cleanup(LV2_Handle handle) {
  free(table);
  table = NULL;
  good_cleanup(handle);
}

static void run(LV2_Handle handle, uint32_t frames) { table_run(handle, table, frames); }

PLUGIN(.instantiate = table_instantiate, .cleanup = cleanup, .run = run)
