// Creates a temporary file for each instance and never removes it.
#include "defect.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  const char *folder = getenv("TMPDIR");
  char path[4096];
  snprintf(path, sizeof path, "%s/defect-XXXXXX", folder != NULL ? folder : "/tmp");
  const int file = mkstemp(path);
  if (file < 0) return NULL;
  close(file);
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
