/// The heap: content of new memory, leaked blocks, invalid frees, and blocks that end at a guard page.
#pragma once

#include "probe_base.h"
#include "probe_event.h"

/// Sets the byte that fills all new heap memory of all threads. The initial value is 0, which makes reads of
/// uninitialized memory reproducible.
///
/// calloc() always returns zeros. realloc() fills only the added part.
void probe_heap_fill(uint8_t byte);

/// Fills the 16 KiB of stack below the caller with `byte`, the content of uninitialized variables of the next function.
void probe_stack_fill(uint8_t byte);

/// Makes malloc() avoid alignments above the guaranteed 16 bytes, as far as the heap allows it.
void probe_heap_minimum_alignment(bool enabled);

/// Starts to track the blocks that threads with `PROBE_WATCH_OWNERSHIP` allocate. Discards the previous tracking.
///
/// - `stacks`: whether to store the whole stack of each allocation, which takes microseconds, or only its caller.
/// - `frees`: whether invalid calls of free() are recorded. Blocks that these threads free then stay in quarantine for some
///   time, so that a second free of a block is recognized.
void probe_heap_track_begin(bool stacks, bool frees);

/// Where blocks of a size were allocated.
typedef struct probe_heap_origin {
  /// The return address of the allocation.
  const void *caller;
  /// The size of one block.
  uint64_t bytes;
  /// The number of the blocks.
  uint64_t count;
} probe_heap_origin;

#define PROBE_MAXIMUM_ORIGINS 32

/// Stores from now on the whole stacks of the allocations with these origins, of which no more than `PROBE_MAXIMUM_ORIGINS`
/// are used. Blocks are tracked already, without stacks.
void probe_heap_store_stacks_of(const probe_heap_origin *first, size_t count);

/// Blocks that are allocated from now on are recent; those before are not.
void probe_heap_mark(void);

/// Writes the origins of the recent blocks that are not freed. Returns their number, which is at most `room`.
size_t probe_heap_recent_origins(probe_heap_origin *list, size_t room);

/// Ends the tracking and frees the blocks in quarantine.
void probe_heap_track_end(void);

typedef struct probe_heap_usage {
  uint64_t blocks;
  uint64_t bytes;
} probe_heap_usage;

/// The blocks that the plug-in allocated during the tracking and that are not freed.
probe_heap_usage probe_heap_alive(void);

/// Tracks a block that the host allocated and whose ownership passes to the plug-in.
void probe_heap_transfer(void *block, size_t bytes);

/// The number of transferred blocks that are not freed.
uint64_t probe_heap_transferred(void);

/// The size in bytes of the mappings that the heap made for single large blocks. /proc/self/maps contains them too.
uint64_t probe_heap_mapped_bytes(void);

typedef struct probe_heap_block {
  void *address;
  uint64_t bytes;
  int32_t depth;
  void *frames[PROBE_MAXIMUM_FRAMES];
} probe_heap_block;

/// The largest number of ranges of `probe_heap_fill_ranges`.
#define PROBE_FILL_RANGES 32

/// The positions of each allocation begin with a multiple of this number.
#define PROBE_FILL_UNIT 4

/// Bytes of new memory by their positions, without `end`.
typedef struct probe_fill_range {
  uint64_t begin, end;
} probe_fill_range;

/// Sets `byte` as content of those new bytes whose positions are in one of the ranges, and 0 as content of all others.
///
/// Positions count the bytes that threads with `PROBE_WATCH_OWNERSHIP` allocate from this call on, without those of
/// calloc(). The block with the byte at `watched` is noted.
void probe_heap_fill_ranges(uint8_t byte, const probe_fill_range *ranges, size_t count, uint64_t watched);

/// The number of positions since the last call of `probe_heap_fill_ranges`.
uint64_t probe_heap_positions(void);

/// Copies at most `capacity` of the recent blocks that are not freed. Returns the number of all such blocks. Without a mark,
/// all blocks are recent.
size_t probe_heap_blocks(probe_heap_block *blocks, size_t capacity);

/// The block of the watched position, with the stack of its allocation, and the distance of the position from its start.
/// Returns false if there was no such block.
bool probe_heap_watched_block(probe_heap_block *block, uint64_t *offset);

/// Starts to place the blocks of threads with `PROBE_WATCH_OWNERSHIP` directly before a guard page.
///
/// The distance to the guard is at most what the alignment to 16 bytes requires. A freed block becomes inaccessible, so
/// any later access is a crash whose record describes the block. The blocks use 4 GiB of address space, which is never
/// reused. The normal heap serves blocks above a quarter of it, and all blocks when it is exhausted. Do not combine
/// with tracking.
///
/// - Returns: false if the address space is not available.
bool probe_heap_guard_begin(void);

/// Notes that a new instance of the plug-in is created: blocks that were freed before belong to earlier instances.
void probe_heap_guard_note_instance(void);

/// Ends the guarding of new blocks. Existing guarded blocks remain.
void probe_heap_guard_end(void);

/// Finds a guarded block whose bytes between its end and the guard page were overwritten.
///
/// The first such block that was freed has precedence over blocks that are not freed. `*block` receives the place of
/// its allocation.
/// - Returns: false if there is no such block.
bool probe_heap_guard_overwritten(probe_heap_block *block);

/// A release of a block by code of a library that does not match the allocation by code of the same library.
typedef struct probe_library_mismatch {
  probe_mismatch mismatch;
  /// The offset of the allocation in the library.
  uint64_t origin;
  int32_t depth;
  /// The offsets of the release in the library, innermost first.
  uint64_t frames[PROBE_MAXIMUM_FRAMES];
} probe_library_mismatch;

#define PROBE_LIBRARY_MISMATCHES 8

/// What is left when a library is closed.
typedef struct probe_library_usage {
  bool is_unloaded;
  /// What each load after the first ones leaves at least, of blocks that code of the library allocated.
  probe_heap_usage left;
  /// The offset in the library of the allocation of most bytes.
  uint64_t place;
  size_t mismatches;
  probe_library_mismatch mismatch[PROBE_LIBRARY_MISMATCHES];
} probe_library_usage;

/// Loads the library at `path`, calls lv2_descriptor() for all plug-ins and closes it, up to `loads` times: only until a
/// load leaves nothing or the library stays in memory.
///
/// A forked process does that, so the library must not be loaded in this one.
/// - Returns: false if it crashes or does not finish within five seconds.
bool probe_library_load(const char *path, uint32_t loads, probe_library_usage *usage);
