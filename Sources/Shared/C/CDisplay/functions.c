#include "CDisplay.h"

#include <dlfcn.h>

const struct cdisplay *cdisplay_open(void) {
  static struct cdisplay functions;
  static const struct cdisplay *opened;
  if (opened) return opened;
  void *library;
#define CDISPLAY_LOOK_UP(name) \
  if (!(functions.name = (__typeof__(xcb_##name) *)dlsym(library, "xcb_" #name))) return NULL;
  if (!(library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL))) return NULL;
  CDISPLAY_XCB(CDISPLAY_LOOK_UP)
  if (!(library = dlopen("libxcb-xtest.so.0", RTLD_NOW | RTLD_LOCAL))) return NULL;
  CDISPLAY_XTEST(CDISPLAY_LOOK_UP)
  if (!(library = dlopen("libxcb-res.so.0", RTLD_NOW | RTLD_LOCAL))) return NULL;
  CDISPLAY_RES(CDISPLAY_LOOK_UP)
#undef CDISPLAY_LOOK_UP
  opened = &functions;
  return opened;
}
