// Does not wait for its thread, but has the library stay in memory for good.
#include "watched.h"
#include <dlfcn.h>

__attribute__((constructor)) static void stay(void) {
  Dl_info image;
  if (dladdr((void *)stay, &image)) dlopen(image.dli_fname, RTLD_NOW | RTLD_NODELETE);
}

PLUGIN(.instantiate = watched_instantiate, .cleanup = watched_cleanup)
