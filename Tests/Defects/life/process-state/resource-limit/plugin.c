// Lowers the limit of open files and does not restore it.
#include "defect.h"
#include <sys/resource.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > 128) {
    limit.rlim_cur -= 1;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
