/// The account of blocks that belong to the plug-in: an open-addressed table of addresses in memory of its own.
///
/// SAFETY: reached from malloc and free, so it takes its memory from mmap and locks with a spin that is held for a few
/// hundred instructions. The thread's detectors are quiet while it is held.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "probe_internal.h"

/// Entries at first; doubled when three quarters are in use.
#define INITIAL_CAPACITY (1u << 12)

/// Freed blocks held back at most, and their bytes: a double free usually follows the first within moments.
#define HELD_BLOCKS 4096u
#define HELD_BYTES (64u << 20)

typedef enum slot_state {
  SLOT_EMPTY,
  SLOT_DELETED,
  SLOT_ALIVE,
  SLOT_HELD,
} slot_state;

/// A place of the table. What else is known of its block lies apart, so that a search touches little memory.
typedef struct slot {
  void *address;
  slot_state state;
} slot;

static atomic_bool open_account;
static bool with_stacks;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static slot *slots;
/// The blocks of the slots, by the same indices.
static probe_heap_block *blocks;
static size_t capacity;
static size_t used;
static probe_heap_usage alive;

static void *held[HELD_BLOCKS];
static size_t held_first;
static size_t held_count;
static uint64_t held_bytes;

static probe_thread lock(void) {
  const probe_thread before = probe_quiet();
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) __asm__ volatile("" ::: "memory");
  return before;
}

static void unlock(probe_thread before) {
  atomic_flag_clear_explicit(&busy, memory_order_release);
  probe_unquiet(before);
}

/// Knuth's multiplicative hash of an address whose low four bits are always zero.
static size_t home(const void *address) { return (((uintptr_t)address >> 4) * 0x9E3779B97F4A7C15u) >> 20; }

/// The slot of `address`, or NULL.
static slot *find(const void *address) {
  if (capacity == 0) return NULL;
  for (size_t index = home(address);; index++) {
    slot *candidate = &slots[index & (capacity - 1)];
    if (candidate->state == SLOT_EMPTY) return NULL;
    if (candidate->state != SLOT_DELETED && candidate->address == address) return candidate;
  }
}

static probe_heap_block *block_of(const slot *entry) { return &blocks[entry - slots]; }

static void *map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static void unmap(slot *some_slots, probe_heap_block *their_blocks, size_t count) {
  if (some_slots != NULL) munmap(some_slots, count * sizeof *some_slots);
  if (their_blocks != NULL) munmap(their_blocks, count * sizeof *their_blocks);
}

/// Puts an address where it belongs; the table has room.
///
/// - Returns: its block, of which only the address is known.
static probe_heap_block *place(void *address, slot_state state) {
  size_t index = home(address) & (capacity - 1);
  while (slots[index].state >= SLOT_ALIVE) index = (index + 1) & (capacity - 1);
  if (slots[index].state == SLOT_EMPTY) used++;
  slots[index] = (slot){.address = address, .state = state};
  blocks[index].address = address;
  return &blocks[index];
}

/// Copies what is known of a block, and no more of its stack than there is.
static void copy(const probe_heap_block *from, probe_heap_block *to) {
  memcpy(to, from, offsetof(probe_heap_block, frames) + (size_t)from->depth * sizeof *from->frames);
}

/// Makes room for one more; false when there is no memory, and the block then goes without account.
///
/// A table that is full of deleted entries is rewritten at its own size.
static bool make_room(void) {
  if (used + 1 <= capacity / 4 * 3) return true;
  slot *const old = slots;
  probe_heap_block *const old_blocks = blocks;
  const size_t count = capacity;
  const size_t living = alive.blocks + held_count;
  const size_t wanted = capacity == 0 ? INITIAL_CAPACITY : living > capacity / 2 ? capacity * 2 : capacity;
  slot *const new_slots = map(wanted * sizeof *slots);
  probe_heap_block *const new_blocks = map(wanted * sizeof *blocks);
  if (new_slots == NULL || new_blocks == NULL) {
    unmap(new_slots, new_blocks, wanted);
    return false;
  }
  slots = new_slots;
  blocks = new_blocks;
  capacity = wanted;
  used = 0;
  for (size_t index = 0; index < count; index++)
    if (old[index].state >= SLOT_ALIVE) copy(&old_blocks[index], place(old[index].address, old[index].state));
  unmap(old, old_blocks, count);
  return true;
}

static void leave_alive(const slot *entry) {
  alive.blocks--;
  alive.bytes -= block_of(entry)->bytes;
}

/// Gives the block held back longest to the heap.
static void release_oldest(void) {
  void *address = held[held_first];
  held_first = (held_first + 1) % HELD_BLOCKS;
  held_count--;
  slot *entry = find(address);
  held_bytes -= block_of(entry)->bytes;
  entry->state = SLOT_DELETED;
  __libc_free(address);
}

static void hold(slot *entry) {
  const uint64_t bytes = block_of(entry)->bytes;
  while (held_count == HELD_BLOCKS || (held_count > 0 && held_bytes + bytes > HELD_BYTES)) release_oldest();
  entry->state = SLOT_HELD;
  held[(held_first + held_count) % HELD_BLOCKS] = entry->address;
  held_count++;
  held_bytes += bytes;
}

void probe_heap_track_begin(bool stacks) {
  probe_heap_track_end();
  const probe_thread before = lock();
  with_stacks = stacks;
  alive = (probe_heap_usage){0, 0};
  unlock(before);
  atomic_store(&open_account, true);
}

void probe_heap_track_end(void) {
  atomic_store(&open_account, false);
  const probe_thread before = lock();
  while (held_count > 0) release_oldest();
  unmap(slots, blocks, capacity);
  slots = NULL;
  blocks = NULL;
  capacity = 0;
  used = 0;
  unlock(before);
}

bool probe_ledger_open(void) { return atomic_load_explicit(&open_account, memory_order_relaxed); }

void probe_ledger_add(void *address, size_t bytes, const void *caller) {
  if (!probe_ledger_open()) return;
  const probe_thread before = lock();
  if (make_room()) {
    slot *stale = find(address);
    if (stale != NULL) {
      leave_alive(stale);
      stale->state = SLOT_DELETED;
    }
    probe_heap_block *block = place(address, SLOT_ALIVE);
    block->bytes = bytes;
    block->depth =
      with_stacks ? probe_stack_capture(block->frames, caller) : probe_stack_caller(block->frames, caller);
    alive.blocks++;
    alive.bytes += bytes;
  }
  unlock(before);
}

bool probe_ledger_take(void *address) {
  const probe_thread before = lock();
  slot *entry = find(address);
  const bool known = entry != NULL && entry->state == SLOT_ALIVE;
  if (known) {
    leave_alive(entry);
    entry->state = SLOT_DELETED;
  }
  unlock(before);
  return known;
}

bool probe_ledger_holds(void *address) {
  const probe_thread before = lock();
  const slot *entry = find(address);
  const bool holds = entry != NULL && entry->state == SLOT_HELD;
  unlock(before);
  return holds;
}

/// Whether `address` lies in a living block, but not at its start.
static bool is_interior(const void *address) {
  for (size_t index = 0; index < capacity; index++) {
    const probe_heap_block *block = &blocks[index];
    if (slots[index].state != SLOT_ALIVE) continue;
    if ((const char *)address > (const char *)block->address
        && (const char *)address < (const char *)block->address + block->bytes)
      return true;
  }
  return false;
}

/// Whether `address` lies in the static data of a loaded file.
///
/// The dynamic linker is left out: what it allocates before libc is loaded lies in its own data.
static bool is_static(const void *address) {
  struct dl_find_object object;
  if (_dl_find_object((void *)address, &object) != 0) return false;
  return (uintptr_t)object.dlfo_map_start != getauxval(AT_BASE);
}

/// Whether `address` lies in the part of the stack that is in use.
static bool is_on_stack(const void *address) {
  pthread_attr_t attributes;
  void *lowest;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  const char *here = __builtin_frame_address(0);
  return known && (const char *)address >= here && (const char *)address < (const char *)lowest + size;
}

/// Whether an address that the ledger does not know cannot be a block of the heap: proof, not suspicion.
static bool is_foreign(const void *address) {
  return (uintptr_t)address % _Alignof(max_align_t) != 0 || is_static(address) || is_interior(address);
}

probe_verdict probe_ledger_remove(void *address, bool owner, void *caller) {
  probe_verdict verdict = PROBE_VERDICT_RELEASE;
  bool twice = false;
  bool foreign = false;
  const probe_thread before = lock();
  slot *entry = find(address);
  if (entry == NULL) {
    foreign = owner && is_foreign(address);
  } else if (entry->state == SLOT_HELD) {
    twice = owner;
    verdict = PROBE_VERDICT_KEEP;
  } else {
    leave_alive(entry);
    if (owner) {
      hold(entry);
      verdict = PROBE_VERDICT_KEEP;
    } else {
      entry->state = SLOT_DELETED;
    }
  }
  unlock(before);
  // Asked last and without the lock: it reads /proc for the main thread.
  if (owner && entry == NULL && !foreign) {
    const probe_thread quiet = probe_quiet();
    foreign = is_on_stack(address);
    probe_unquiet(quiet);
  }
  if (twice) probe_event_record(PROBE_EVENT_DOUBLE_FREE, (uintptr_t)address, 0, caller);
  if (foreign) {
    probe_event_record(PROBE_EVENT_FOREIGN_FREE, (uintptr_t)address, 0, caller);
    verdict = PROBE_VERDICT_KEEP;
  }
  return verdict;
}

probe_heap_usage probe_heap_alive(void) {
  const probe_thread before = lock();
  const probe_heap_usage usage = alive;
  unlock(before);
  return usage;
}

size_t probe_heap_blocks(probe_heap_block *copies, size_t room) {
  size_t count = 0;
  const probe_thread before = lock();
  for (size_t index = 0; index < capacity; index++) {
    if (slots[index].state != SLOT_ALIVE) continue;
    if (count < room) copies[count] = blocks[index];
    count++;
  }
  unlock(before);
  return count;
}
