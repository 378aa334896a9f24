/// The heap's functions, interposed for the whole process.
///
/// SAFETY: forwards to the C library's own entry points, so that every block remains one of its heap whoever frees it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <gnu/lib-names.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe_internal.h"

/// What fresh memory holds.
static atomic_uchar pattern;

void probe_heap_fill(uint8_t byte) { atomic_store(&pattern, byte); }

__attribute__((noinline)) void probe_stack_fill(uint8_t byte) {
  char area[16384];
  memset(area, byte, sizeof area);
  // Nobody reads it, as far as the compiler can see.
  __asm__ volatile("" : : "r"(area) : "memory");
}

/// The C library's malloc_usable_size, once it is known.
static size_t (*usable_size)(void *block);

/// SAFETY: asked of the C library itself. An allocator that was preloaded comes next to this executable, and knows none
/// of the blocks.
__attribute__((constructor)) static void resolve(void) {
  void *library = dlopen(LIBC_SO, RTLD_LAZY | RTLD_NOLOAD);
  if (library != NULL) usable_size = (size_t(*)(void *))dlsym(library, "malloc_usable_size");
}

uint64_t probe_heap_mapped_bytes(void) { return mallinfo2().hblkhd; }

static atomic_bool least_alignment;

void probe_heap_align_least(bool wanted) { atomic_store(&least_alignment, wanted); }

/// A block whose address is no multiple of 32, after so many attempts at most: the last one counts.
///
/// A block of another size moves the end of the heap, where the next attempt is made, by 16 bytes.
static void *least_aligned(size_t size) {
  void *rejected[8];
  const size_t attempts = sizeof rejected / sizeof *rejected;
  size_t count = 0;
  void *block = __libc_calloc(1, size);
  while (block != NULL && (uintptr_t)block % 32 == 0 && count < attempts) {
    rejected[count++] = block;
    block = __libc_calloc(1, size + 16 * (count % 2));
  }
  while (count > 0) __libc_free(rejected[--count]);
  return block;
}

/// Records the call when the thread is watched.
#define NOTE(kind, argument, detail) \
  if (__builtin_expect(probe_this_thread.watch & PROBE_WATCH_HEAP, 0)) \
    probe_event_record(kind, (uint64_t)(argument), (uint64_t)(detail), __builtin_return_address(0))

/// Fills what is fresh in a block, all that lies behind the first `used` bytes, and enters it in the ledger.
static void *fresh(void *block, size_t used, size_t size, const void *caller) {
  if (block == NULL) return NULL;
  const size_t usable = malloc_usable_size(block);
  if (usable > used) memset((char *)block + used, atomic_load_explicit(&pattern, memory_order_relaxed), usable - used);
  if (__builtin_expect(probe_this_thread.watch & PROBE_WATCH_OWNERSHIP, 0)) probe_ledger_add(block, size, caller);
  return block;
}

/// A block with a fence, for a thread that is to have such; NULL for all others.
static void *fenced(size_t alignment, size_t size, const void *caller) {
  if (__builtin_expect(!probe_fence_open(), 1) || !(probe_this_thread.watch & PROBE_WATCH_OWNERSHIP)) return NULL;
  const probe_thread before = probe_quiet();
  void *block = probe_fence_allocate(alignment, size, caller);
  probe_unquiet(before);
  return block;
}

PROBE_INTERPOSED void *malloc(size_t size) {
  NOTE(PROBE_EVENT_MALLOC, size, 0);
  void *with_fence = fenced(0, size, __builtin_return_address(0));
  if (with_fence != NULL) return with_fence;
  const probe_thread before = probe_quiet();
  // The C library knows which of its memory is zero as the kernel gave it.
  const bool zero = atomic_load_explicit(&pattern, memory_order_relaxed) == 0;
  void *block = __builtin_expect(atomic_load_explicit(&least_alignment, memory_order_relaxed), 0)
                    ? least_aligned(size)
                    : zero ? __libc_calloc(1, size) : __libc_malloc(size);
  probe_unquiet(before);
  return fresh(block, zero ? SIZE_MAX : 0, size, __builtin_return_address(0));
}

PROBE_INTERPOSED void *calloc(size_t count, size_t size) {
  NOTE(PROBE_EVENT_CALLOC, count * size, 0);
  size_t bytes;
  void *with_fence = __builtin_mul_overflow(count, size, &bytes) ? NULL : fenced(0, bytes, __builtin_return_address(0));
  if (with_fence != NULL) return with_fence;
  const probe_thread before = probe_quiet();
  void *block = __libc_calloc(count, size);
  probe_unquiet(before);
  return fresh(block, SIZE_MAX, count * size, __builtin_return_address(0));
}

PROBE_INTERPOSED void free(void *block) {
  if (block == NULL) return;
  NOTE(PROBE_EVENT_FREE, (uintptr_t)block, 0);
  if (__builtin_expect(probe_fence_holds(block), 0)) {
    const probe_thread before = probe_quiet();
    probe_fence_free(block);
    probe_unquiet(before);
    return;
  }
  const int error = errno;
  if (probe_ledger_open()) {
    const bool owner = probe_this_thread.watch & PROBE_WATCH_OWNERSHIP;
    if (probe_ledger_remove(block, owner, __builtin_return_address(0)) == PROBE_VERDICT_KEEP) return;
  }
  const probe_thread before = probe_quiet();
  __libc_free(block);
  probe_unquiet(before);
  errno = error;
}

PROBE_INTERPOSED size_t malloc_usable_size(void *block) {
  if (block == NULL) return 0;
  if (probe_fence_holds(block)) return probe_fence_size(block);
  return usable_size == NULL ? 0 : usable_size(block);
}

/// realloc of a block with a fence: always moves it, so that every pointer to the old place is found out.
static void *moved(void *block, size_t size, const void *caller) {
  void *larger = size == 0 ? NULL : fenced(0, size, caller);
  if (larger == NULL && size != 0) larger = __libc_malloc(size);
  if (larger == NULL && size != 0) return NULL;
  const size_t old = probe_fence_size(block);
  if (larger != NULL) memcpy(larger, block, old < size ? old : size);
  probe_fence_free(block);
  return larger;
}

PROBE_INTERPOSED void *realloc(void *block, size_t size) {
  NOTE(PROBE_EVENT_REALLOC, size, (uintptr_t)block);
  if (__builtin_expect(probe_fence_holds(block), 0)) {
    const probe_thread before = probe_this_thread;
    probe_this_thread.watch &= PROBE_WATCH_OWNERSHIP;
    probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
    void *result = moved(block, size, __builtin_return_address(0));
    probe_unquiet(before);
    return result;
  }
  if (block == NULL) {
    void *with_fence = fenced(0, size, __builtin_return_address(0));
    if (with_fence != NULL) return with_fence;
  }
  bool taken = false;
  if (block != NULL && probe_ledger_open()) {
    if (probe_ledger_holds(block)) {
      if (probe_this_thread.watch & PROBE_WATCH_OWNERSHIP)
        probe_event_record(PROBE_EVENT_DOUBLE_FREE, (uintptr_t)block, size, __builtin_return_address(0));
      block = NULL;
    } else {
      taken = probe_ledger_take(block);
    }
  }
  const probe_thread before = probe_quiet();
  const size_t used = block == NULL ? 0 : malloc_usable_size(block);
  void *result = __libc_realloc(block, size);
  probe_unquiet(before);
  if (result == NULL && taken && size != 0) probe_ledger_add(block, used, __builtin_return_address(0));
  return fresh(result, used, size, __builtin_return_address(0));
}

/// What all the aligned functions do; `caller` is theirs.
static void *aligned(size_t alignment, size_t size, void *caller) {
  if (__builtin_expect(probe_this_thread.watch & PROBE_WATCH_HEAP, 0))
    probe_event_record(PROBE_EVENT_ALIGNED_ALLOCATION, size, alignment, caller);
  void *with_fence = fenced(alignment, size, caller);
  if (with_fence != NULL) return with_fence;
  const probe_thread before = probe_quiet();
  void *block = __libc_memalign(alignment, size);
  probe_unquiet(before);
  return fresh(block, 0, size, caller);
}

PROBE_INTERPOSED int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  const int error = errno;
  void *result = aligned(alignment, size, __builtin_return_address(0));
  errno = error;
  if (result == NULL) return ENOMEM;
  *block = result;
  return 0;
}

PROBE_INTERPOSED void *aligned_alloc(size_t alignment, size_t size) {
  return aligned(alignment, size, __builtin_return_address(0));
}

PROBE_INTERPOSED void *memalign(size_t alignment, size_t size) {
  return aligned(alignment, size, __builtin_return_address(0));
}

PROBE_INTERPOSED void *valloc(size_t size) {
  return aligned((size_t)sysconf(_SC_PAGESIZE), size, __builtin_return_address(0));
}

PROBE_INTERPOSED void *pvalloc(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t rounded;
  if (__builtin_add_overflow(size, page - 1, &rounded)) {
    errno = ENOMEM;
    return NULL;
  }
  return aligned(page, rounded & ~(page - 1), __builtin_return_address(0));
}
