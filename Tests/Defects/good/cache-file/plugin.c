// Writes a cache file with a fixed name in the home directory, which later instances use.
#include "defect.h"
#include <stdio.h>
#include <stdlib.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  const char *home = getenv("HOME");
  char path[4096];
  snprintf(path, sizeof path, "%s/good-cache", home != NULL ? home : "/tmp");
  FILE *file = fopen(path, "w");
  if (file != NULL) {
    fprintf(file, "%g\n", rate);
    fclose(file);
  }
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
