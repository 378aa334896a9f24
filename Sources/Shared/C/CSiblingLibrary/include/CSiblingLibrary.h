/// Access to the other libraries of the bundle: the build for x86-64-v3, and the user interfaces. The prefix of relative URIs.
#pragma once
#include <stdint.h>

/// Returns the descriptor with this index in the build for x86-64-v3, or NULL: after the last one, and always if the
/// processor does not support that level or the file does not exist.
const void *lv2kit_level3_descriptor(uint32_t index);

/// Returns the descriptor of the user interface with this URI, or NULL: also if its library cannot be loaded. The library is
/// NAME-ui.so in the bundle.
const void *lv2kit_interface(const char *uri);

/// Returns a function of libc, libdl or libpthread, or NULL if no loaded library has it. An import would require glibc 2.34.
void *lv2kit_find_function(const char *name);

/// Replaces a URI without a scheme by one that begins with LV2KIT_URL_PREFIX, and which exists as long as the library. Any
/// thread may call it. The function exists only if the prefix is defined.
void lv2kit_complete_uri(const char **uri);
