// Writes a trace of each run() to a file.
#include "defect.h"
#include <fcntl.h>
#include <unistd.h>

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (!effect->data) effect->data = malloc(sizeof(int));
  *(int *)effect->data = open("/dev/null", O_WRONLY | O_CLOEXEC);
}

static void deactivate(LV2_Handle handle) {
  Effect *effect = handle;
  close(*(int *)effect->data);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (write(*(int *)effect->data, "run\n", 4) != 4) return;
  good_run(handle, frames);
}

PLUGIN(.activate = activate, .deactivate = deactivate, .run = run)
