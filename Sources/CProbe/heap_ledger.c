/// The account of blocks that belong to the plug-in: an open-addressed table of addresses in memory of its own.
///
/// SAFETY: reached from malloc and free, so it takes its memory from mmap and locks with a spin that is held for a few
/// hundred instructions. The thread's detectors are quiet while it is held.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
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

/// A place of the table. Stacks lie apart, so that a search touches little memory.
typedef struct slot {
  void *address;
  uint64_t bytes;
  /// Where the block was asked for.
  const void *caller;
  slot_state state;
  /// Whether the host allocated it, for the plug-in to free.
  bool is_given;
} slot;

typedef struct stack {
  int32_t depth;
  void *frames[PROBE_MAXIMUM_FRAMES];
} stack;

static atomic_bool open_account;
static bool with_stacks;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static slot *slots;
/// Those of the slots, by the same indices; NULL where no stacks are taken.
static stack *stacks;
static size_t capacity;
static size_t used;
static probe_heap_usage alive;

static void *held[HELD_BLOCKS];
static size_t held_first;
static size_t held_count;
static uint64_t held_bytes;

void probe_ledger_close(void) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) __asm__ volatile("" ::: "memory");
}

void probe_ledger_reopen(void) { atomic_flag_clear_explicit(&busy, memory_order_release); }

static probe_thread lock(void) {
  const probe_thread before = probe_quiet();
  probe_ledger_close();
  return before;
}

static void unlock(probe_thread before) {
  probe_ledger_reopen();
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

static void *map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static void unmap(slot *some_slots, stack *their_stacks, size_t count) {
  if (some_slots != NULL) munmap(some_slots, count * sizeof *some_slots);
  if (their_stacks != NULL) munmap(their_stacks, count * sizeof *their_stacks);
}

/// Puts an entry where it belongs, and returns the index; the table has room.
static size_t place(slot entry) {
  size_t index = home(entry.address) & (capacity - 1);
  while (slots[index].state >= SLOT_ALIVE) index = (index + 1) & (capacity - 1);
  if (slots[index].state == SLOT_EMPTY) used++;
  slots[index] = entry;
  return index;
}

/// Makes room for one more; false when there is no memory, and the block then goes without account.
///
/// A table that is full of deleted entries is rewritten at its own size.
static bool make_room(void) {
  if (used + 1 <= capacity / 4 * 3) return true;
  slot *const old = slots;
  stack *const old_stacks = stacks;
  const size_t count = capacity;
  const size_t living = alive.blocks + held_count;
  const size_t wanted = capacity == 0 ? INITIAL_CAPACITY : living > capacity / 2 ? capacity * 2 : capacity;
  slot *const new_slots = map(wanted * sizeof *slots);
  stack *const new_stacks = with_stacks ? map(wanted * sizeof *stacks) : NULL;
  if (new_slots == NULL || (with_stacks && new_stacks == NULL)) {
    unmap(new_slots, new_stacks, wanted);
    return false;
  }
  slots = new_slots;
  stacks = new_stacks;
  capacity = wanted;
  used = 0;
  for (size_t index = 0; index < count; index++) {
    if (old[index].state < SLOT_ALIVE) continue;
    const size_t here = place(old[index]);
    if (with_stacks) stacks[here] = old_stacks[index];
  }
  unmap(old, old_stacks, count);
  return true;
}

static void leave_alive(const slot *entry) {
  alive.blocks--;
  alive.bytes -= entry->bytes;
}

/// Gives the block held back longest to the heap.
static void release_oldest(void) {
  void *address = held[held_first];
  held_first = (held_first + 1) % HELD_BLOCKS;
  held_count--;
  slot *entry = find(address);
  held_bytes -= entry->bytes;
  entry->state = SLOT_DELETED;
  __libc_free(address);
}

static void hold(slot *entry) {
  while (held_count == HELD_BLOCKS || (held_count > 0 && held_bytes + entry->bytes > HELD_BYTES)) release_oldest();
  entry->state = SLOT_HELD;
  held[(held_first + held_count) % HELD_BLOCKS] = entry->address;
  held_count++;
  held_bytes += entry->bytes;
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
  unmap(slots, stacks, capacity);
  slots = NULL;
  stacks = NULL;
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
    const size_t index = place((slot){.address = address, .bytes = bytes, .caller = caller, .state = SLOT_ALIVE});
    if (with_stacks) stacks[index].depth = probe_stack_capture(stacks[index].frames, caller);
    alive.blocks++;
    alive.bytes += bytes;
  }
  unlock(before);
}

void probe_heap_give(void *block, size_t bytes) {
  if (!probe_ledger_open()) return;
  probe_ledger_add(block, bytes, __builtin_return_address(0));
  const probe_thread before = lock();
  slot *entry = find(block);
  if (entry != NULL) entry->is_given = true;
  unlock(before);
}

uint64_t probe_heap_given(void) {
  uint64_t count = 0;
  const probe_thread before = lock();
  for (size_t index = 0; index < capacity; index++) count += slots[index].state == SLOT_ALIVE && slots[index].is_given;
  unlock(before);
  return count;
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
    const slot *entry = &slots[index];
    if (entry->state != SLOT_ALIVE) continue;
    if ((const char *)address > (const char *)entry->address
        && (const char *)address < (const char *)entry->address + entry->bytes)
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
  return (uintptr_t)address % _Alignof(max_align_t) != 0 || is_static(address) || is_interior(address) ||
         probe_buffer_locate(address).found;
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

static probe_heap_block describe(size_t index) {
  const slot *entry = &slots[index];
  probe_heap_block block = {.address = entry->address, .bytes = entry->bytes};
  if (with_stacks) {
    block.depth = stacks[index].depth;
    memcpy(block.frames, stacks[index].frames, sizeof block.frames);
  } else {
    block.depth = probe_stack_caller(block.frames, entry->caller);
  }
  return block;
}

size_t probe_heap_blocks(probe_heap_block *blocks, size_t room) {
  size_t count = 0;
  const probe_thread before = lock();
  for (size_t index = 0; index < capacity; index++) {
    if (slots[index].state != SLOT_ALIVE) continue;
    if (count < room) blocks[count] = describe(index);
    count++;
  }
  unlock(before);
  return count;
}
