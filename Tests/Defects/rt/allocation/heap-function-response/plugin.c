// Frees the old table in work_response(), which runs in the audio thread.
#include "made-table.h"

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  Effect *effect = handle;
  free(effect->data);
  memcpy(&effect->data, body, size);
  return LV2_WORKER_SUCCESS;
}

WORKER_PLUGIN(table_work, response, .run = table_run)
