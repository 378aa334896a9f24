// With `lv2-bundle --processor x86-64-v3`, a bundle has two builds of its library: NAME.so for every processor, and
// NAME-v3.so for processors of that level. The constructor of NAME.so selects the build once, at load time.
#define _GNU_SOURCE
#include "CSiblingLibrary.h"

#if defined(LV2KIT_LEVELS) && defined(__x86_64__)
#include <cpuid.h>
#include <dlfcn.h>

#include "function.h"
#include "sibling.h"

static void *library;
static const void *(*descriptor)(uint32_t);

static int contains(unsigned int bits, unsigned int required) { return (bits & required) == required; }

/// Whether the processor and the kernel support the level x86-64-v3 of the psABI.
static int has_level3(void) {
  unsigned int a, b, c, d, state;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  if (!contains(c, bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C)) return 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !contains(b, bit_AVX2 | bit_BMI | bit_BMI2)) return 0;
  if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !contains(c, bit_LZCNT)) return 0;
  __asm__("xgetbv" : "=a"(state), "=d"(d) : "c"(0));
  return contains(state, 0x6);  // The kernel saves the registers of SSE and AVX.
}

__attribute__((constructor)) static void open_level3(void) {
  __typeof__(dlsym) *const find = find_function("dlsym");
  if (!find || !has_level3()) return;
  library = open_sibling("-v3.so", 0);
  if (library) descriptor = (const void *(*)(uint32_t))find(library, "lv2_descriptor");
}

__attribute__((destructor)) static void close_level3(void) {
  __typeof__(dlclose) *const close = library ? find_function("dlclose") : 0;
  if (close) close(library);
}

const void *lv2kit_level3_descriptor(uint32_t index) { return descriptor ? descriptor(index) : 0; }

#endif
