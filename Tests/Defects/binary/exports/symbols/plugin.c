// Exports a function that can replace a function of the same name in another library.
#include "defect.h"

LV2_SYMBOL_EXPORT void process_audio(LV2_Handle handle, uint32_t frames) { good_run(handle, frames); }

PLUGIN(.run = process_audio)
