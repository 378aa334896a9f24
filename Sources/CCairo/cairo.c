#include "CCairo.h"

#include <dlfcn.h>
#include <stddef.h>

const struct ccairo *ccairo_open(void) {
  static struct ccairo functions;
  static const struct ccairo *opened;
  if (opened) return opened;
  // Never closed: fontconfig, which cairo opens, does not bear it.
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
#define CCAIRO_LOOK_UP(name) \
  if (!(functions.name = (__typeof__(cairo_##name) *)dlsym(library, "cairo_" #name))) return NULL;
  CCAIRO_FUNCTIONS(CCAIRO_LOOK_UP)
#undef CCAIRO_LOOK_UP
  opened = &functions;
  return opened;
}
