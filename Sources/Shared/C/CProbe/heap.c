/// The heap functions, interposed for the whole process.
///
/// SAFETY: they forward to the C library's entry points. A block belongs to the same heap whoever frees it.

#include "probe_internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <gnu/lib-names.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((noinline)) void probe_stack_fill(uint8_t byte) {
  char area[16384];
  memset(area, byte, sizeof area);
  // Keeps the compiler from removing the memset(), whose result is never read.
  __asm__ volatile("" : : "r"(area) : "memory");
}

/// The C library's malloc_usable_size().
static size_t (*usable_size)(void *block);

/// SAFETY: looks the function up in the C library itself. The next definition in the search order may belong to a
/// preloaded allocator, which does not know these blocks.
__attribute__((constructor)) static void resolve(void) {
  void *library = dlopen(LIBC_SO, RTLD_LAZY | RTLD_NOLOAD);
  if (library != NULL) usable_size = (size_t(*)(void *))dlsym(library, "malloc_usable_size");
}

uint64_t probe_heap_mapped_bytes(void) { return mallinfo2().hblkhd; }

static atomic_bool minimum_alignment;

void probe_heap_minimum_alignment(bool enabled) { atomic_store(&minimum_alignment, enabled); }

/// Allocates a block whose address is not a multiple of 32. After eight attempts it returns any block.
///
/// Every second attempt is 16 bytes larger, which moves the end of the heap, and so the next attempt, by 16 bytes.
static void *minimally_aligned(size_t size) {
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

/// Records the call if the thread watches `PROBE_WATCH_HEAP`.
#define RECORD(kind, argument, detail, caller) \
  if (__builtin_expect(probe_this_thread.watch & PROBE_WATCH_HEAP, 0)) \
    probe_event_record(kind, (uint64_t)(argument), (uint64_t)(detail), caller)

/// Fills the new part of a block, after its first `used` bytes, and adds the block to the ledger.
static void *prepared(void *block, size_t used, size_t size, probe_allocator allocator, const void *caller) {
  if (block == NULL) {
    if (size != 0 && (probe_this_thread.watch & PROBE_WATCH_OWNERSHIP)) probe_record_note_failed_allocation(size);
    return NULL;
  }
  const size_t usable = malloc_usable_size(block);
  probe_fill_new(block, used, size, usable, caller);
  if (__builtin_expect(probe_this_thread.watch & PROBE_WATCH_OWNERSHIP, 0))
    probe_ledger_add(block, size, allocator, caller);
  return block;
}

/// Allocates a guarded block if this thread uses them. Otherwise returns NULL.
static void *guarded(size_t alignment, size_t size, const void *caller) {
  if (__builtin_expect(!probe_guarded_heap_is_on(), 1)) return NULL;
  if ((probe_this_thread.watch & PROBE_WATCH_OWNERSHIP) == 0) return NULL;
  const probe_thread before = probe_suspend();
  void *block = probe_guarded_heap_allocate(alignment, size, caller);
  probe_resume(before);
  return block;
}

void *probe_heap_allocate(size_t size, probe_allocator allocator, void *caller) {
  RECORD(PROBE_EVENT_MALLOC, size, 0, caller);
  void *guarded_block = guarded(0, size, caller);
  if (guarded_block != NULL) return guarded_block;
  const probe_thread before = probe_suspend();
  // calloc() is faster than a memset(): the C library knows which memory is new from the kernel, thus zero.
  const bool zero = probe_fill_is_zero();
  void *block = __builtin_expect(atomic_load_explicit(&minimum_alignment, memory_order_relaxed), 0)
                    ? minimally_aligned(size)
                    : zero ? __libc_calloc(1, size) : __libc_malloc(size);
  probe_resume(before);
  return prepared(block, zero ? SIZE_MAX : 0, size, allocator, caller);
}

PROBE_INTERPOSED void *malloc(size_t size) {
  return probe_heap_allocate(size, PROBE_ALLOCATOR_MALLOC, __builtin_return_address(0));
}

PROBE_INTERPOSED void *calloc(size_t count, size_t size) {
  RECORD(PROBE_EVENT_CALLOC, count * size, 0, __builtin_return_address(0));
  size_t bytes;
  void *guarded_block =
    __builtin_mul_overflow(count, size, &bytes) ? NULL : guarded(0, bytes, __builtin_return_address(0));
  if (guarded_block != NULL) return guarded_block;
  const probe_thread before = probe_suspend();
  void *block = __libc_calloc(count, size);
  probe_resume(before);
  return prepared(block, SIZE_MAX, count * size, PROBE_ALLOCATOR_MALLOC, __builtin_return_address(0));
}

void probe_heap_release(void *block, probe_release release, void *caller) {
  if (block == NULL) return;
  RECORD(PROBE_EVENT_FREE, (uintptr_t)block, 0, caller);
  if (__builtin_expect(probe_guarded_heap_contains(block), 0)) {
    const probe_thread before = probe_suspend();
    probe_guarded_heap_free(block);
    probe_resume(before);
    return;
  }
  const int error = errno;
  if (probe_ledger_is_tracking()) {
    const bool owner = probe_this_thread.watch & PROBE_WATCH_OWNERSHIP;
    if (!probe_ledger_remove(block, owner, release, caller)) return;
  }
  const probe_thread before = probe_suspend();
  __libc_free(block);
  probe_resume(before);
  errno = error;
}

PROBE_INTERPOSED void free(void *block) {
  probe_heap_release(
    block, (probe_release){PROBE_ALLOCATOR_MALLOC, PROBE_UNKNOWN_SIZE}, __builtin_return_address(0));
}

PROBE_INTERPOSED size_t malloc_usable_size(void *block) {
  if (block == NULL) return 0;
  if (probe_guarded_heap_contains(block)) return probe_guarded_heap_size(block);
  return usable_size == NULL ? 0 : usable_size(block);
}

/// realloc() of a guarded block. It always moves the block, so a later use of the old address is a crash.
static void *reallocated(void *block, size_t size, const void *caller) {
  void *copy = size == 0 ? NULL : guarded(0, size, caller);
  if (copy == NULL && size != 0) copy = __libc_malloc(size);
  if (copy == NULL && size != 0) return NULL;
  const size_t old = probe_guarded_heap_size(block);
  if (copy != NULL) memcpy(copy, block, old < size ? old : size);
  probe_guarded_heap_free(block);
  return copy;
}

PROBE_INTERPOSED void *realloc(void *block, size_t size) {
  RECORD(PROBE_EVENT_REALLOC, size, (uintptr_t)block, __builtin_return_address(0));
  if (__builtin_expect(probe_guarded_heap_contains(block), 0)) {
    const probe_thread before = probe_this_thread;
    probe_this_thread.watch &= PROBE_WATCH_OWNERSHIP;
    probe_this_thread.selector = PROBE_SELECTOR_ALLOW;
    void *result = reallocated(block, size, __builtin_return_address(0));
    probe_resume(before);
    return result;
  }
  if (block == NULL) {
    void *guarded_block = guarded(0, size, __builtin_return_address(0));
    if (guarded_block != NULL) return guarded_block;
  }
  bool withdrawn = false;
  if (block != NULL && probe_ledger_is_tracking()) {
    if (probe_ledger_is_quarantined(block)) {
      if (probe_this_thread.watch & PROBE_WATCH_OWNERSHIP)
        probe_event_record(PROBE_EVENT_DOUBLE_FREE, (uintptr_t)block, size, __builtin_return_address(0));
      block = NULL;
    } else {
      const bool owner = probe_this_thread.watch & PROBE_WATCH_OWNERSHIP;
      withdrawn = probe_ledger_withdraw(block, owner, __builtin_return_address(0));
    }
  }
  const probe_thread before = probe_suspend();
  const size_t used = block == NULL ? 0 : malloc_usable_size(block);
  void *result = __libc_realloc(block, size);
  probe_resume(before);
  if (result == NULL && withdrawn && size != 0)
    probe_ledger_add(block, used, PROBE_ALLOCATOR_MALLOC, __builtin_return_address(0));
  return prepared(result, used, size, PROBE_ALLOCATOR_MALLOC, __builtin_return_address(0));
}

void *probe_heap_allocate_aligned(
    const char *name, size_t alignment, size_t size, probe_allocator allocator, void *caller) {
  RECORD(PROBE_EVENT_ALIGNED_ALLOCATION, size, (uintptr_t)name, caller);
  void *guarded_block = guarded(alignment, size, caller);
  if (guarded_block != NULL) return guarded_block;
  const probe_thread before = probe_suspend();
  void *block = __libc_memalign(alignment, size);
  probe_resume(before);
  return prepared(block, 0, size, allocator, caller);
}

/// The implementation of the aligned allocations of C. `name` is the interposed function and `caller` its return address.
static void *aligned(const char *name, size_t alignment, size_t size, void *caller) {
  return probe_heap_allocate_aligned(name, alignment, size, PROBE_ALLOCATOR_MALLOC, caller);
}

PROBE_INTERPOSED int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  const int error = errno;
  void *result = aligned("posix_memalign", alignment, size, __builtin_return_address(0));
  errno = error;
  if (result == NULL) return ENOMEM;
  *block = result;
  return 0;
}

PROBE_INTERPOSED void *aligned_alloc(size_t alignment, size_t size) {
  return aligned("aligned_alloc", alignment, size, __builtin_return_address(0));
}

PROBE_INTERPOSED void *memalign(size_t alignment, size_t size) {
  return aligned("memalign", alignment, size, __builtin_return_address(0));
}

PROBE_INTERPOSED void *valloc(size_t size) {
  return aligned("valloc", (size_t)sysconf(_SC_PAGESIZE), size, __builtin_return_address(0));
}

PROBE_INTERPOSED void *pvalloc(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t rounded;
  if (__builtin_add_overflow(size, page - 1, &rounded)) {
    errno = ENOMEM;
    return NULL;
  }
  return aligned("pvalloc", page, rounded & ~(page - 1), __builtin_return_address(0));
}
