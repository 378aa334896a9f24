// run() calls a function of cairo that locks a mutex of cairo, which no other thread uses.
#include "defect.h"
#include <dlfcn.h>

typedef void *create_function(const char *family, int slant, int weight);
typedef void destroy_function(void *face);

static create_function *create;
static destroy_function *destroy;
static void *kept;

static LV2_Handle instantiate(
    const LV2_Descriptor *descriptor, double rate, const char *path, const LV2_Feature *const *features) {
  void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (cairo == NULL) return NULL;
  create = (create_function *)dlsym(cairo, "cairo_toy_font_face_create");
  destroy = (destroy_function *)dlsym(cairo, "cairo_font_face_destroy");
  if (kept == NULL) kept = create("Sans", 0, 0);
  return good_instantiate(descriptor, rate, path, features);
}

// The face exists, so cairo finds it and allocates nothing.
static void run(LV2_Handle handle, uint32_t frames) {
  destroy(create("Sans", 0, 0));
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
