#include "CCairo.h"

#include <dlfcn.h>
#include <stddef.h>

const struct ccairo *ccairo_open(void) {
  static struct ccairo functions;
  static const struct ccairo *opened;
  if (opened) return opened;
  // The library is never closed: fontconfig, which it loads, does not survive unloading.
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
#define CCAIRO_LOOK_UP(name) \
  if (!(functions.name = (__typeof__(cairo_##name) *)dlsym(library, "cairo_" #name))) return NULL;
  CCAIRO_FUNCTIONS(CCAIRO_LOOK_UP)
#undef CCAIRO_LOOK_UP
  opened = &functions;
  return opened;
}
