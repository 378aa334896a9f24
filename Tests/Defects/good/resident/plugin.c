// Does not join its thread, but keeps the library in memory permanently.
#include "watched.h"
#include <dlfcn.h>

__attribute__((constructor)) static void stay(void) {
  Dl_info image;
  if (dladdr((void *)stay, &image)) dlopen(image.dli_fname, RTLD_NOW | RTLD_NODELETE);
}

PLUGIN(.instantiate = watched_instantiate, .cleanup = watched_cleanup)
