// Writes much text to both standard streams in every instantiate().
#include "defect.h"
#include <string.h>
#include <unistd.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  char page[1 << 16];
  memset(page, 'x', sizeof page);
  for (int i = 0; i < 32; ++i) {
    if (write(STDOUT_FILENO, page, sizeof page) < 0 || write(STDERR_FILENO, page, sizeof page) < 0) break;
  }
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
