// work_response() drops the old table without free().
#include "made-table.h"

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  memcpy(&((Effect *)handle)->data, body, size);
  return LV2_WORKER_SUCCESS;
}

WORKER_PLUGIN(table_work, response, .run = table_run)
