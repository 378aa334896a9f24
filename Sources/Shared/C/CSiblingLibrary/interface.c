#ifndef __wasm__
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "CSiblingLibrary.h"
#include "function.h"
#include "sibling.h"

const void *lv2kit_interface(const char *uri) {
  __typeof__(dlsym) *const find = find_function("dlsym");
  // The library stays loaded: those that it needs keep memory for the process, which each new copy would allocate again.
  void *const library = find ? open_sibling("-ui.so", RTLD_NODELETE) : NULL;
  const void *(*const descriptor)(uint32_t) = library ? find(library, "lv2ui_descriptor") : NULL;
  if (!descriptor) return NULL;
  for (uint32_t index = 0;; index++) {
    const char *const *const found = descriptor(index);
    if (!found || strcmp(*found, uri) == 0) return found;
  }
}

#endif
