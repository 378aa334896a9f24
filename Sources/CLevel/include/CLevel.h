/// The faster build of the library, for processors that can run it.
#ifndef CLEVEL_H
#define CLEVEL_H
#include <stdint.h>

/// The descriptor with this index of the build for x86-64-v3, or NULL: behind the last one, and always where this
/// processor cannot run that build or the file is not there.
const void *martlet_level3_descriptor(uint32_t index);
#endif
