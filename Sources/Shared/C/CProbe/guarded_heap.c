/// Heap blocks that end at a guard page. A freed block becomes inaccessible.
///
/// SAFETY: malloc() and free() call this code. The arena is reserved once. A block is taken from it by one atomic
/// addition and never reused. The note of a page is therefore written before any other code knows the address. Later
/// only its members `freed` and `freed_at` change.

#include "probe_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE_BYTES ((size_t)4096)
#define ARENA_BYTES ((size_t)4 << 30)
#define ARENA_PAGES (ARENA_BYTES / PAGE_BYTES)

/// The largest number of live guarded blocks, and of additional ones of at least BUFFER_BYTES, which may be audio
/// buffers. A block uses two of the 65530 mappings of a Linux process. Libraries and thread stacks need the rest.
#define MAXIMUM_BLOCKS ((size_t)16384)
#define ADDITIONAL_BUFFERS ((size_t)8192)
#define BUFFER_BYTES ((size_t)1024)

/// The alignment that malloc() guarantees.
#define ALIGNMENT _Alignof(max_align_t)

/// The note of a page. All pages of a block, including its guard, have `first`; only the first page has the rest.
typedef struct page_note {
  char *data;
  size_t size;
  size_t accessible;
  uint32_t first;
  atomic_bool freed;
  /// The number of instances when the block was freed.
  _Atomic(uint32_t) freed_at;
  int32_t depth;
  void *frames[PROBE_MAXIMUM_FRAMES];
} page_note;

static char *arena;
static page_note *notes;
static atomic_size_t next_page;
static atomic_size_t alive;
static atomic_bool is_on;
static _Atomic(uint32_t) instances;

/// The first block whose canary was overwritten when it was freed.
static _Atomic(page_note *) overwritten;

static size_t round_up(size_t size, size_t unit) { return (size + unit - 1) / unit * unit; }

static void *reserve(size_t bytes, int protection) {
  void *memory = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

bool probe_heap_guard_begin(void) {
  if (arena == NULL) {
    notes = reserve(ARENA_PAGES * sizeof *notes, PROT_READ | PROT_WRITE);
    arena = notes == NULL ? NULL : reserve(ARENA_BYTES, PROT_NONE);
  }
  atomic_store(&is_on, arena != NULL);
  return arena != NULL;
}

void probe_heap_guard_end(void) { atomic_store(&is_on, false); }

bool probe_guarded_heap_is_on(void) { return atomic_load_explicit(&is_on, memory_order_relaxed); }

/// The first note of the block whose pages contain `address`, or NULL.
static page_note *find(const void *address) {
  const size_t offset = (uintptr_t)address - (uintptr_t)arena;
  if (arena == NULL || offset >= ARENA_BYTES || offset / PAGE_BYTES >= atomic_load(&next_page)) return NULL;
  page_note *block = &notes[notes[offset / PAGE_BYTES].first];
  return block->data == NULL ? NULL : block;
}

bool probe_guarded_heap_contains(const void *address) { return find(address) != NULL; }

/// The number of accessible bytes after the block.
static size_t slack(const page_note *block) {
  const char *end = arena + block->first * PAGE_BYTES + block->accessible;
  return (size_t)(end - block->data) - block->size;
}

static bool is_overwritten(const page_note *block) {
  const char *end = block->data + block->size;
  for (size_t index = 0; index < slack(block); index++)
    if ((uint8_t)end[index] != PROBE_CANARY) return true;
  return false;
}

/// Takes the pages of a new block and its guard from the arena. Returns NULL if the arena is exhausted.
static char *take_pages(size_t accessible, size_t *first) {
  const size_t pages = accessible / PAGE_BYTES + 1;
  *first = atomic_fetch_add(&next_page, pages);
  if (*first + pages > ARENA_PAGES) return NULL;
  char *base = arena + *first * PAGE_BYTES;
  const int error = errno;
  const bool granted = mprotect(base, accessible, PROT_READ | PROT_WRITE) == 0;
  errno = error;
  return granted ? base : NULL;
}

/// The effective alignment: memalign() accepts any number.
static size_t power_of_two(size_t alignment) {
  size_t power = ALIGNMENT;
  while (power < alignment) power *= 2;
  return power;
}

void *probe_guarded_heap_allocate(size_t alignment, size_t size, const void *caller) {
  if (size > ARENA_BYTES / 4 || alignment > ARENA_BYTES / 4) return NULL;
  const size_t limit = size < BUFFER_BYTES ? MAXIMUM_BLOCKS : MAXIMUM_BLOCKS + ADDITIONAL_BUFFERS;
  alignment = power_of_two(alignment);
  const size_t accessible = round_up(size + alignment, PAGE_BYTES);
  size_t first = 0;
  char *base = atomic_fetch_add(&alive, 1) < limit ? take_pages(accessible, &first) : NULL;
  if (base == NULL) {
    atomic_fetch_sub(&alive, 1);
    return NULL;
  }
  for (size_t page = first; page <= first + accessible / PAGE_BYTES; page++) notes[page].first = (uint32_t)first;
  page_note *block = &notes[first];
  block->size = size;
  block->accessible = accessible;
  block->data = (char *)(((uintptr_t)base + accessible - size) & ~(uintptr_t)(alignment - 1));
  block->depth = probe_stack_capture(block->frames, caller);
  memset(block->data + size, PROBE_CANARY, slack(block));
  return block->data;
}

size_t probe_guarded_heap_size(const void *address) { return find(address)->size; }

void probe_guarded_heap_free(void *address) {
  page_note *block = find(address);
  if (block->data != address || atomic_exchange(&block->freed, true)) return;
  atomic_store(&block->freed_at, atomic_load(&instances));
  page_note *none = NULL;
  if (is_overwritten(block)) atomic_compare_exchange_strong(&overwritten, &none, block);
  char *base = arena + block->first * PAGE_BYTES;
  const int error = errno;
  mprotect(base, block->accessible, PROT_NONE);
  madvise(base, block->accessible, MADV_DONTNEED);
  errno = error;
  atomic_fetch_sub(&alive, 1);
}

bool probe_heap_guard_overwritten(probe_heap_block *block) {
  const page_note *found = atomic_load(&overwritten);
  for (size_t page = 0; found == NULL && page < atomic_load(&next_page) && page < ARENA_PAGES; page++) {
    const page_note *candidate = &notes[page];
    if (candidate->data != NULL && !atomic_load(&candidate->freed) && is_overwritten(candidate)) found = candidate;
  }
  if (found == NULL) return false;
  *block = (probe_heap_block){.address = found->data, .bytes = found->size, .depth = found->depth};
  memcpy(block->frames, found->frames, sizeof block->frames);
  return true;
}

void probe_heap_guard_note_instance(void) { atomic_fetch_add(&instances, 1); }

/// The block after the guard page that contains `address`, if its data are nearer than those of `block`; otherwise `block`.
static const page_note *nearest(const page_note *block, const char *address) {
  const ptrdiff_t past = address - (block->data + block->size);
  const char *guard = arena + block->first * PAGE_BYTES + block->accessible;
  if (address < guard) return block;
  const page_note *next = find(guard + PAGE_BYTES);
  return next != NULL && !atomic_load(&next->freed) && next->data - address <= past ? next : block;
}

probe_location probe_guarded_heap_locate(const void *address) {
  const page_note *block = find(address);
  if (block == NULL) return (probe_location){.found = false};
  block = nearest(block, address);
  const bool freed = atomic_load(&block->freed);
  return (probe_location){
      .found = true,
      .freed = freed,
      .freed_earlier = freed && atomic_load(&block->freed_at) < atomic_load(&instances),
      .offset = (int64_t)((uintptr_t)address - (uintptr_t)block->data),
      .size = block->size};
}
