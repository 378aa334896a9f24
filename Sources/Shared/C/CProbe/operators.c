/// The operators new and delete of C++, interposed for the whole process.
///
/// SAFETY: code that calls them by the dynamic linker gets these, as it gets those of any C++ program. They allocate
/// as the C++ library does, from malloc(). Code that has operators of its own is not affected.

#include "probe_internal.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

/// The definition in the library `file`, which is loaded, or in one that it needs. NULL if there is none.
static void *definition_in(const char *file, const char *name) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return NULL;
  void *found = dlsym(library, name);
  dlclose(library);
  return found;
}

/// The definition that `caller` would use without this program, or else that of the C++ library. NULL if neither exists.
static void *definition(const char *name, const void *caller) {
  const probe_thread before = probe_suspend();
  struct dl_find_object object;
  const bool is_known = _dl_find_object((void *)caller, &object) == 0;
  // The name of this program is empty: the caller is a function that was itself called by a jump from an operator here.
  const char *file = is_known ? object.dlfo_link_map->l_name : "";
  void *found = file[0] == '\0' ? NULL : definition_in(file, name);
  if (found == NULL) found = definition_in("libstdc++.so.6", name);
  probe_resume(before);
  return found;
}

// Memory is exhausted. The operators of the C++ library call the handler for this case, and throw std::bad_alloc or return
// NULL. Those for arrays only call those for objects, thus these are the ones that continue.

static void *exhausted(size_t size, void *caller) {
  void *(*next)(size_t) = (void *(*)(size_t))definition("_Znwm", caller);
  if (next == NULL) abort();
  return next(size);
}

static void *exhausted_quietly(size_t size, const void *tag, void *caller) {
  void *(*next)(size_t, const void *) = (void *(*)(size_t, const void *))definition("_ZnwmRKSt9nothrow_t", caller);
  return next == NULL ? NULL : next(size, tag);
}

static void *exhausted_aligned(size_t size, size_t alignment, void *caller) {
  void *(*next)(size_t, size_t) = (void *(*)(size_t, size_t))definition("_ZnwmSt11align_val_t", caller);
  if (next == NULL) abort();
  return next(size, alignment);
}

static void *exhausted_aligned_quietly(size_t size, size_t alignment, const void *tag, void *caller) {
  void *(*next)(size_t, size_t, const void *) =
    (void *(*)(size_t, size_t, const void *))definition("_ZnwmSt11align_val_tRKSt9nothrow_t", caller);
  return next == NULL ? NULL : next(size, alignment, tag);
}

#define ALLOCATE(allocator) probe_heap_allocate(size, allocator, __builtin_return_address(0))
#define ALLOCATE_ALIGNED(allocator) \
  probe_heap_allocate_aligned("aligned_alloc", alignment, size, allocator, __builtin_return_address(0))

/// Defines the functions of one kind. Their mangled names begin with `plain`.
#define DEFINE_NEW(plain, allocator) \
  PROBE_INTERPOSED void *plain##m(size_t size) { \
    void *block = ALLOCATE(allocator); \
    return block != NULL ? block : exhausted(size, __builtin_return_address(0)); \
  } \
  PROBE_INTERPOSED void *plain##mRKSt9nothrow_t(size_t size, const void *tag) { \
    void *block = ALLOCATE(allocator); \
    return block != NULL ? block : exhausted_quietly(size, tag, __builtin_return_address(0)); \
  } \
  PROBE_INTERPOSED void *plain##mSt11align_val_t(size_t size, size_t alignment) { \
    void *block = ALLOCATE_ALIGNED(allocator); \
    return block != NULL ? block : exhausted_aligned(size, alignment, __builtin_return_address(0)); \
  } \
  PROBE_INTERPOSED void *plain##mSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *tag) { \
    void *block = ALLOCATE_ALIGNED(allocator); \
    return block != NULL ? block : exhausted_aligned_quietly(size, alignment, tag, __builtin_return_address(0)); \
  }

#define RELEASE(allocator, bytes) \
  probe_heap_release(block, (probe_release){allocator, bytes}, __builtin_return_address(0))

#define DEFINE_DELETE(plain, allocator) \
  PROBE_INTERPOSED void plain##Pv(void *block) { RELEASE(allocator, PROBE_UNKNOWN_SIZE); } \
  PROBE_INTERPOSED void plain##Pvm(void *block, size_t size) { RELEASE(allocator, size); } \
  PROBE_INTERPOSED void plain##PvRKSt9nothrow_t(void *block, const void *tag) { \
    (void)tag; \
    RELEASE(allocator, PROBE_UNKNOWN_SIZE); \
  } \
  PROBE_INTERPOSED void plain##PvSt11align_val_t(void *block, size_t alignment) { \
    (void)alignment; \
    RELEASE(allocator, PROBE_UNKNOWN_SIZE); \
  } \
  PROBE_INTERPOSED void plain##PvmSt11align_val_t(void *block, size_t size, size_t alignment) { \
    (void)alignment; \
    RELEASE(allocator, size); \
  } \
  PROBE_INTERPOSED void plain##PvSt11align_val_tRKSt9nothrow_t(void *block, size_t alignment, const void *tag) { \
    (void)alignment, (void)tag; \
    RELEASE(allocator, PROBE_UNKNOWN_SIZE); \
  }

DEFINE_NEW(_Znw, PROBE_ALLOCATOR_NEW)
DEFINE_NEW(_Zna, PROBE_ALLOCATOR_NEW_ARRAY)
DEFINE_DELETE(_Zdl, PROBE_ALLOCATOR_NEW)
DEFINE_DELETE(_Zda, PROBE_ALLOCATOR_NEW_ARRAY)
