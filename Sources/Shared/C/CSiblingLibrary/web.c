// A module of WebAssembly can load no library: those of the system and of the bundle do not exist.
#ifdef __wasm__
#include <stddef.h>

#include "CSiblingLibrary.h"
#include "function.h"

void *find_function(const char *name) {
  (void)name;
  return NULL;
}

const void *lv2kit_interface(const char *uri) {
  (void)uri;
  return NULL;
}

#endif
