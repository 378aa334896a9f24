// An echo whose delay line activate() does not clear.
#include "uncleared-echo.h"

static void run(LV2_Handle handle, uint32_t frames) { uncleared_run(handle, frames, 0.5f, 0.5f); }

PLUGIN(.activate = uncleared_activate, .run = run)
