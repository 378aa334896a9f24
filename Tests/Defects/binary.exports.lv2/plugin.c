// Exports a function of its own that any other library may be bound to by mistake.
#include "defect.h"

LV2_SYMBOL_EXPORT void process_audio(LV2_Handle handle, uint32_t frames) { good_run(handle, frames); }

PLUGIN(.run = process_audio)
