/// Access to the build of the library for x86-64-v3.
#pragma once
#include <stdint.h>

/// Returns the descriptor with this index in the build for x86-64-v3, or NULL: after the last one, and always if the
/// processor does not support that level or the file does not exist.
const void *lv2kit_level3_descriptor(uint32_t index);
