/// Blocks of the heap that end at inaccessible pages, and whose own pages become so when they are freed.
///
/// SAFETY: reached from malloc and free. The arena is reserved once; blocks are taken from it by one atomic addition
/// and never given back, so what is noted of a page is written before anybody has the address, and then only read,
/// but for the flag `freed`.

#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "probe_internal.h"

#define PAGE_BYTES ((size_t)4096)
#define ARENA_BYTES ((size_t)4 << 30)
#define ARENA_PAGES (ARENA_BYTES / PAGE_BYTES)

/// So many blocks are held at once, and so many more of those that may be buffers of sound: each costs two of the 65530
/// mappings that Linux grants a process, and the stacks of threads and the libraries need theirs.
#define MOST_ALIVE ((size_t)16384)
#define MORE_BUFFERS ((size_t)8192)
#define BUFFER_BYTES ((size_t)1024)

/// What malloc promises of a block's address.
#define ALIGNMENT _Alignof(max_align_t)

/// What the bytes between the end of a block and its guard hold.
#define CANARY 0xAB

/// What is known of a page: of the last page of a block, the guard, as of its first.
typedef struct page_note {
  char *data;
  size_t size;
  size_t accessible;
  uint32_t first;
  atomic_bool freed;
  /// Where it was allocated.
  int32_t depth;
  void *frames[PROBE_MAXIMUM_FRAMES];
} page_note;

static char *arena;
static page_note *notes;
static atomic_size_t next_page;
static atomic_size_t alive;
static atomic_bool fencing;

/// The first block whose canary was found broken when it was freed.
static _Atomic(page_note *) broken;

static size_t round_up(size_t size, size_t unit) { return (size + unit - 1) / unit * unit; }

static void *reserve(size_t bytes, int protection) {
  void *memory = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

bool probe_heap_fence_begin(void) {
  if (arena == NULL) {
    notes = reserve(ARENA_PAGES * sizeof *notes, PROT_READ | PROT_WRITE);
    arena = notes == NULL ? NULL : reserve(ARENA_BYTES, PROT_NONE);
  }
  atomic_store(&fencing, arena != NULL);
  return arena != NULL;
}

void probe_heap_fence_end(void) { atomic_store(&fencing, false); }

bool probe_fence_open(void) { return atomic_load_explicit(&fencing, memory_order_relaxed); }

/// The note of the block whose pages `address` lies in; NULL for none.
static page_note *find(const void *address) {
  const size_t offset = (uintptr_t)address - (uintptr_t)arena;
  if (arena == NULL || offset >= ARENA_BYTES || offset / PAGE_BYTES >= atomic_load(&next_page)) return NULL;
  page_note *block = &notes[notes[offset / PAGE_BYTES].first];
  return block->data == NULL ? NULL : block;
}

bool probe_fence_holds(const void *address) { return find(address) != NULL; }

/// The bytes behind a block that its guard does not cover.
static size_t slack(const page_note *block) {
  const char *end = arena + block->first * PAGE_BYTES + block->accessible;
  return (size_t)(end - block->data) - block->size;
}

static bool is_broken(const page_note *block) {
  const char *end = block->data + block->size;
  for (size_t index = 0; index < slack(block); index++)
    if ((uint8_t)end[index] != CANARY) return true;
  return false;
}

/// The pages of a new block, the guard behind it among them; NULL where there is no room.
static char *take(size_t accessible, size_t *first) {
  const size_t pages = accessible / PAGE_BYTES + 1;
  *first = atomic_fetch_add(&next_page, pages);
  if (*first + pages > ARENA_PAGES) return NULL;
  char *base = arena + *first * PAGE_BYTES;
  const int error = errno;
  const bool granted = mprotect(base, accessible, PROT_READ | PROT_WRITE) == 0;
  errno = error;
  return granted ? base : NULL;
}

/// The alignment that a block gets: memalign() takes any number.
static size_t power_of_two(size_t alignment) {
  size_t power = ALIGNMENT;
  while (power < alignment) power *= 2;
  return power;
}

void *probe_fence_allocate(size_t alignment, size_t size, const void *caller) {
  if (size > ARENA_BYTES / 4 || alignment > ARENA_BYTES / 4) return NULL;
  const size_t most = size < BUFFER_BYTES ? MOST_ALIVE : MOST_ALIVE + MORE_BUFFERS;
  alignment = power_of_two(alignment);
  const size_t accessible = round_up(size + alignment, PAGE_BYTES);
  size_t first = 0;
  char *base = atomic_fetch_add(&alive, 1) < most ? take(accessible, &first) : NULL;
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
  memset(block->data + size, CANARY, slack(block));
  return block->data;
}

size_t probe_fence_size(const void *address) { return find(address)->size; }

void probe_fence_free(void *address) {
  page_note *block = find(address);
  if (block->data != address || atomic_exchange(&block->freed, true)) return;
  page_note *none = NULL;
  if (is_broken(block)) atomic_compare_exchange_strong(&broken, &none, block);
  char *base = arena + block->first * PAGE_BYTES;
  const int error = errno;
  mprotect(base, block->accessible, PROT_NONE);
  madvise(base, block->accessible, MADV_DONTNEED);
  errno = error;
  atomic_fetch_sub(&alive, 1);
}

bool probe_heap_fence_broken(probe_heap_block *block) {
  const page_note *found = atomic_load(&broken);
  for (size_t page = 0; found == NULL && page < atomic_load(&next_page) && page < ARENA_PAGES; page++) {
    const page_note *candidate = &notes[page];
    if (candidate->data != NULL && !atomic_load(&candidate->freed) && is_broken(candidate)) found = candidate;
  }
  if (found == NULL) return false;
  *block = (probe_heap_block){.address = found->data, .bytes = found->size, .depth = found->depth};
  memcpy(block->frames, found->frames, sizeof block->frames);
  return true;
}

probe_heap_hit probe_fence_locate(const void *address) {
  const page_note *block = find(address);
  if (block == NULL) return (probe_heap_hit){.found = false};
  return (probe_heap_hit){
      .found = true,
      .freed = atomic_load(&block->freed),
      .offset = (int64_t)((uintptr_t)address - (uintptr_t)block->data),
      .size = block->size};
}
