#include "probe_internal.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

/// In seconds.
#define TIMEOUT 2

/// More than any number of dlopen() calls for one library.
#define MAXIMUM_CLOSINGS 10000

/// Closes the library until it is unloaded or dlclose() fails. Returns whether it is unloaded.
static bool close_completely(void *path) {
  for (int closings = 0; closings < MAXIMUM_CLOSINGS; closings++) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (handle == NULL) return true;
    // The first dlclose() is for the dlopen() above, the second for an earlier one.
    if (dlclose(handle) != 0 || dlclose(handle) != 0) return false;
  }
  return false;
}

bool probe_library_unloads(const char *path) {
  return probe_trial_succeeds(TIMEOUT, close_completely, (void *)path);
}

/// The number of libraries that the program itself needs. The loader lists them first.
static size_t first_libraries;

static int count_library(struct dl_phdr_info *library, size_t size, void *count) {
  (void)library, (void)size;
  ++*(size_t *)count;
  return 0;
}

__attribute__((constructor)) static void count_libraries(void) { dl_iterate_phdr(count_library, &first_libraries); }

struct variables {
  size_t library;
  uint64_t hash;
};

/// Adds the writable segments of a library to the hash.
static int add_variables(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  struct variables *variables = data;
  if (variables->library++ < first_libraries) return 0;
  for (int index = 0; index < library->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &library->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0) continue;
    const char *start = (const char *)(library->dlpi_addr + segment->p_vaddr);
    // Variables with fewer than 8 bytes at the end are left out.
    for (size_t place = 0; place + sizeof(uint64_t) <= segment->p_memsz; place += sizeof(uint64_t)) {
      uint64_t word;
      memcpy(&word, start + place, sizeof word);
      // FNV-1a, with words instead of bytes.
      variables->hash = (variables->hash ^ word) * 0x100000001b3u;
    }
  }
  return 0;
}

uint64_t probe_library_variables(void) {
  struct variables variables = {.hash = 0xcbf29ce484222325u};
  dl_iterate_phdr(add_variables, &variables);
  return variables.hash;
}
