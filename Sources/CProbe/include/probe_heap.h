/// Memory: what it holds when it is fresh, blocks that a plug-in leaves behind, and frees that no heap can honour.
#ifndef PROBE_HEAP_H
#define PROBE_HEAP_H

#include "probe_base.h"

/// Fills all memory that the heap hands out from now on, in every thread, with `byte`; at first with 0, so that a plug-in
/// that reads what it has not written reads the same each time.
///
/// calloc gives zeros in any case, and realloc fills only what is new.
void probe_heap_fill(uint8_t byte);

/// Fills the 16 KiB of stack below the caller with `byte`: what the next function finds in variables that it never wrote.
void probe_stack_fill(uint8_t byte);

/// Lets malloc align its blocks to 16 bytes and, where that is to be had, no more: it promises nothing beyond.
void probe_heap_align_least(bool wanted);

/// Begins to keep account of the blocks allocated by threads that watch `PROBE_WATCH_OWNERSHIP`.
///
/// Blocks freed by such threads are held back for a while, so that a second free of the same block is certain
/// to be one. Forgets what an earlier account held.
///
/// - `stacks`: whether each block is to have the whole stack of its allocation, which takes microseconds, and not the
///   caller alone.
void probe_heap_track_begin(bool stacks);

/// Ends the account. Blocks held back are given to the heap.
void probe_heap_track_end(void);

/// A sum over blocks of the account.
typedef struct probe_heap_usage {
  uint64_t blocks;
  uint64_t bytes;
} probe_heap_usage;

/// What the plug-in allocated under the account and nobody has freed.
probe_heap_usage probe_heap_alive(void);

/// Enters a block in the account that the host allocated and the plug-in is to free.
void probe_heap_give(void *block, size_t bytes);

/// How many of such blocks nobody has freed.
uint64_t probe_heap_given(void);

/// Bytes that the heap has mapped for single large blocks: a part of what /proc/self/maps lists.
uint64_t probe_heap_mapped_bytes(void);

/// One block that is alive.
typedef struct probe_heap_block {
  void *address;
  uint64_t bytes;
  int32_t depth;
  void *frames[PROBE_MAXIMUM_FRAMES];
} probe_heap_block;

/// Copies the living blocks to `blocks`, at most `capacity`, and returns how many there are.
size_t probe_heap_blocks(probe_heap_block *blocks, size_t capacity);

/// Gives threads that watch `PROBE_WATCH_OWNERSHIP` blocks from now on that end at an inaccessible page (but for what
/// alignment to 16 bytes leaves), and makes such a block inaccessible when it is freed: an access then is a crash, whose
/// record tells the block.
///
/// The blocks come from 4 GiB of addresses that are never used again; when those are gone, and for blocks above a
/// quarter of that, the heap serves as usual. Not while an account is kept.
///
/// - Returns: false where the addresses cannot be had.
bool probe_heap_fence_begin(void);

/// Ends it for new blocks. Those that are alive stay as they are.
void probe_heap_fence_end(void);

/// A block of those whose bytes behind the end, up to the guard, were written: the first that was freed so, else one that
/// is alive. `block` is where it was allocated; false for none.
bool probe_heap_fence_broken(probe_heap_block *block);

#endif
