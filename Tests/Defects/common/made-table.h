/// A plug-in whose worker allocates a table when the control has moved. The including file decides in work_response()
/// what happens to the previous table.
#ifndef MADE_TABLE_H
#define MADE_TABLE_H

#include "worker.h"

SPARE LV2_Worker_Status table_work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                                   LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  void *table = calloc(64, sizeof(float));
  return respond(answer, sizeof table, &table);
}

SPARE void table_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  if (gain != effect->kept) schedule(effect, gain);
  effect->kept = gain;
  good_run(handle, frames);
}

#endif
