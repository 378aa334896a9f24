/// The content of new heap memory.
///
/// The bytes that the plug-in allocates have positions in the order of the allocations, from the call that sets the content.

#include "probe_internal.h"

#include <string.h>

static atomic_uchar pattern;
/// Whether only `ranges` are filled.
static atomic_bool partial;
static probe_fill_range ranges[PROBE_FILL_RANGES];
static size_t range_count;
/// The position of the next byte that the plug-in allocates.
static atomic_uint_fast64_t next;

static uint64_t watched;
static atomic_bool watched_is_known;
static probe_heap_block watched_block;
static uint64_t watched_offset;

void probe_heap_fill(uint8_t byte) {
  atomic_store(&partial, false);
  atomic_store(&pattern, byte);
}

void probe_heap_fill_ranges(uint8_t byte, const probe_fill_range *filled, size_t count, uint64_t position) {
  range_count = count < PROBE_FILL_RANGES ? count : PROBE_FILL_RANGES;
  if (range_count > 0) memcpy(ranges, filled, range_count * sizeof *ranges);
  watched = position;
  atomic_store(&watched_is_known, false);
  atomic_store(&next, 0);
  atomic_store(&partial, true);
  atomic_store(&pattern, byte);
}

uint64_t probe_heap_positions(void) { return atomic_load(&next); }

bool probe_heap_watched_block(probe_heap_block *block, uint64_t *offset) {
  if (!atomic_load(&watched_is_known)) return false;
  *block = watched_block;
  *offset = watched_offset;
  return true;
}

bool probe_fill_is_zero(void) { return atomic_load_explicit(&pattern, memory_order_relaxed) == 0; }

/// Notes the block of the watched position, which is `offset` bytes after its start.
static void note(void *block, size_t size, uint64_t offset, const void *caller) {
  const probe_thread before = probe_suspend();
  watched_block = (probe_heap_block){.address = block, .bytes = size};
  watched_block.depth = probe_stack_capture(watched_block.frames, caller);
  watched_offset = offset;
  probe_resume(before);
  atomic_store(&watched_is_known, true);
}

/// Fills those of the bytes from `used` to `size` whose positions are in a range; the others become zero.
static void fill_ranges(char *block, size_t used, size_t size, size_t usable, const void *caller) {
  memset(block + used, 0, usable - used);
  if ((probe_this_thread.watch & PROBE_WATCH_OWNERSHIP) == 0 || size <= used) return;
  const uint64_t count = size - used;
  const uint64_t first = atomic_fetch_add(&next, (count + PROBE_FILL_UNIT - 1) / PROBE_FILL_UNIT * PROBE_FILL_UNIT);
  for (size_t index = 0; index < range_count; index++) {
    const uint64_t begin = ranges[index].begin > first ? ranges[index].begin - first : 0;
    const uint64_t end = ranges[index].end > first ? ranges[index].end - first : 0;
    if (begin < count && begin < end)
      memset(block + used + begin, atomic_load(&pattern), (end < count ? end : count) - begin);
  }
  if (watched >= first && watched - first < count) note(block, size, used + (watched - first), caller);
}

void probe_fill_new(void *block, size_t used, size_t size, size_t usable, const void *caller) {
  if (usable <= used) return;
  if (__builtin_expect(atomic_load_explicit(&partial, memory_order_relaxed), 0))
    fill_ranges(block, used, size, usable, caller);
  else memset((char *)block + used, atomic_load_explicit(&pattern, memory_order_relaxed), usable - used);
}
