// An echo at -75 dB whose delay line activate() does not clear.
#include "uncleared-echo.h"

static void run(LV2_Handle handle, uint32_t frames) { uncleared_run(handle, frames, 1, 1.8e-4f); }

PLUGIN(.activate = uncleared_activate, .run = run)
