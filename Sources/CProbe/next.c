#define _GNU_SOURCE
#include <dlfcn.h>

#include "probe_internal.h"

void *probe_next_definition(_Atomic(void *) *known, const char *name) {
  void *function = atomic_load_explicit(known, memory_order_acquire);
  if (function == NULL) {
    function = dlsym(RTLD_NEXT, name);
    atomic_store_explicit(known, function, memory_order_release);
  }
  return function;
}
