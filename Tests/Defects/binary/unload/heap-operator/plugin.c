// Allocates a table with new[] when the library is loaded and never deletes it.
#include "operators.h"

static void *table;

__attribute__((constructor)) static void load(void) {
  table = new_array(1000);
  memset(table, 0, 1000);
}

PLUGIN()
