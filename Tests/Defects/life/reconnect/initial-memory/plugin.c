// Is muted forever if the gain is NaN or infinite when connect_port() is called.
#include "defect.h"

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  Effect *effect = handle;
  good_connect_port(handle, port, data);
  const float *gain = data;
  if (port == GAIN && gain && !isfinite(*gain)) effect->kept = 1;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  if (effect->kept != 0) memset(output, 0, frames * sizeof *output);
}

PLUGIN(.connect_port = connect_port, .run = run)
