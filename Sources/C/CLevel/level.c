// With `lv2-bundle --processor x86-64-v3`, a bundle has two builds of its library: NAME.so for every processor, and
// NAME-v3.so for processors of that level. The constructor of NAME.so selects the build once, at load time.
#define _GNU_SOURCE
#include "CLevel.h"

#if defined(LV2KIT_LEVELS) && defined(__x86_64__)
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/platform/x86.h>

static void *library;
static const void *(*descriptor)(uint32_t);

/// Whether the processor and the kernel support the level x86-64-v3 of the psABI.
static int has_level3(void) {
  return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(FMA) && CPU_FEATURE_ACTIVE(F16C) && CPU_FEATURE_ACTIVE(BMI1) &&
         CPU_FEATURE_ACTIVE(BMI2) && CPU_FEATURE_ACTIVE(LZCNT) && CPU_FEATURE_ACTIVE(MOVBE);
}

__attribute__((constructor)) static void open_level3(void) {
  Dl_info self;
  char path[PATH_MAX];
  if (!has_level3() || !dladdr(&library, &self) || !self.dli_fname) return;
  const char *suffix = strrchr(self.dli_fname, '.');
  if (!suffix) return;
  int length = snprintf(path, sizeof path, "%.*s-v3.so", (int)(suffix - self.dli_fname), self.dli_fname);
  if (length < 0 || (size_t)length >= sizeof path) return;
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library) descriptor = (const void *(*)(uint32_t))dlsym(library, "lv2_descriptor");
}

__attribute__((destructor)) static void close_level3(void) { if (library) dlclose(library); }

const void *lv2kit_level3_descriptor(uint32_t index) { return descriptor ? descriptor(index) : 0; }

#endif
