/// The ledger of heap blocks that belong to the plug-in: an open-addressed hash table of addresses.
///
/// SAFETY: malloc() and free() call this code, so its memory comes from mmap(). Its spin lock is held for a few hundred
/// instructions. The thread's detectors are suspended meanwhile.

#include "probe_internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

/// The initial number of slots. At most half of them are in use, so that a search of an unknown address ends soon.
#define INITIAL_CAPACITY (1u << 12)

/// The limits of the quarantine of freed blocks. A double free usually follows soon after the first free.
#define QUARANTINE_BLOCKS 4096u
#define QUARANTINE_BYTES (64u << 20)

typedef enum slot_state { SLOT_EMPTY, SLOT_DELETED, SLOT_ALIVE, SLOT_QUARANTINED } slot_state;

/// A slot of the table. The stacks are in a separate array, so a search reads little memory.
typedef struct slot {
  void *address;
  uint64_t bytes;
  /// The return address of the allocation.
  const void *caller;
  slot_state state;
  /// Whether the host allocated the block and transferred its ownership to the plug-in.
  bool is_transferred;
  /// Whether the stack of the allocation is stored. Without one, its place in the array is not touched.
  bool has_stack;
  probe_allocator allocator;
  /// The number of `probe_heap_mark()` before the allocation.
  uint16_t marks;
} slot;

typedef struct stack {
  int32_t depth;
  void *frames[PROBE_MAXIMUM_FRAMES];
} stack;

static atomic_bool tracking;
static bool with_stacks;
/// Whether invalid frees are recognized, for which freed blocks stay in quarantine.
static bool judges_frees;
/// The allocations whose stacks are stored; without any, all are.
static probe_heap_origin origins[PROBE_MAXIMUM_ORIGINS];
static size_t origin_count;
static uint16_t marks;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static slot *slots;
/// The stacks of the slots, by the same indices. NULL unless `with_stacks`.
static stack *stacks;
static size_t capacity;
static size_t used;
static probe_heap_usage alive;

/// A ring of the blocks in quarantine, oldest first.
static void *quarantine[QUARANTINE_BLOCKS];
static size_t quarantine_first;
static size_t quarantine_count;
static uint64_t quarantine_bytes;

void probe_ledger_lock(void) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) __asm__ volatile("" ::: "memory");
}

void probe_ledger_unlock(void) { atomic_flag_clear_explicit(&busy, memory_order_release); }

static probe_thread lock(void) {
  const probe_thread before = probe_suspend();
  probe_ledger_lock();
  return before;
}

static void unlock(probe_thread before) {
  probe_ledger_unlock();
  probe_resume(before);
}

/// The blocks of a page of 4096 bytes, which are used together, have neighboring slots: one for each 32 bytes, the least
/// distance of two blocks. Knuth's multiplicative hash of the page decides where.
static size_t hash(const void *address) {
  const uintptr_t place = (uintptr_t)address;
  return (((place >> 12) * 0x9E3779B97F4A7C15u) >> 20) << 7 | (place >> 5 & 127);
}

/// The slot of `address`, or NULL.
static slot *find(const void *address) {
  if (capacity == 0) return NULL;
  for (size_t index = hash(address);; index++) {
    slot *candidate = &slots[index & (capacity - 1)];
    if (candidate->state == SLOT_EMPTY) return NULL;
    if (candidate->state != SLOT_DELETED && candidate->address == address) return candidate;
  }
}

static void *map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static void unmap(slot *old_slots, stack *old_stacks, size_t count) {
  if (old_slots != NULL) munmap(old_slots, count * sizeof *old_slots);
  if (old_stacks != NULL) munmap(old_stacks, count * sizeof *old_stacks);
}

/// Inserts an entry and returns its index. The table must have a free slot.
static size_t insert(slot entry) {
  size_t index = hash(entry.address) & (capacity - 1);
  while (slots[index].state >= SLOT_ALIVE) index = (index + 1) & (capacity - 1);
  if (slots[index].state == SLOT_EMPTY) used++;
  slots[index] = entry;
  return index;
}

/// Ensures a free slot. Returns false if there is no memory; the block is then not tracked.
///
/// A table that is full of deleted entries is rebuilt with the same capacity.
static bool reserve_slot(void) {
  if (used + 1 <= capacity / 2) return true;
  slot *const old = slots;
  stack *const old_stacks = stacks;
  const size_t count = capacity;
  const size_t entries = alive.blocks + quarantine_count;
  const size_t new_capacity = capacity == 0 ? INITIAL_CAPACITY : entries > capacity / 4 ? capacity * 2 : capacity;
  slot *const new_slots = map(new_capacity * sizeof *slots);
  stack *const new_stacks = with_stacks ? map(new_capacity * sizeof *stacks) : NULL;
  if (new_slots == NULL || (with_stacks && new_stacks == NULL)) {
    unmap(new_slots, new_stacks, new_capacity);
    return false;
  }
  slots = new_slots;
  stacks = new_stacks;
  capacity = new_capacity;
  used = 0;
  for (size_t index = 0; index < count; index++) {
    if (old[index].state < SLOT_ALIVE) continue;
    const size_t new_index = insert(old[index]);
    if (old[index].has_stack) stacks[new_index] = old_stacks[index];
  }
  unmap(old, old_stacks, count);
  return true;
}

static void subtract_from_alive(const slot *entry) {
  alive.blocks--;
  alive.bytes -= entry->bytes;
}

/// Deletes an entry. At the end of a run of slots it leaves nothing behind, so searches stay short.
static void delete(slot *entry) {
  size_t index = (size_t)(entry - slots);
  entry->state = SLOT_DELETED;
  if (slots[(index + 1) & (capacity - 1)].state != SLOT_EMPTY) return;
  for (; slots[index].state == SLOT_DELETED; index = (index - 1) & (capacity - 1)) {
    slots[index].state = SLOT_EMPTY;
    used--;
  }
}

/// Frees the oldest block in quarantine.
static void release_oldest(void) {
  void *address = quarantine[quarantine_first];
  quarantine_first = (quarantine_first + 1) % QUARANTINE_BLOCKS;
  quarantine_count--;
  slot *entry = find(address);
  quarantine_bytes -= entry->bytes;
  delete(entry);
  __libc_free(address);
}

static void put_in_quarantine(slot *entry) {
  while (quarantine_count == QUARANTINE_BLOCKS ||
         (quarantine_count > 0 && quarantine_bytes + entry->bytes > QUARANTINE_BYTES))
    release_oldest();
  entry->state = SLOT_QUARANTINED;
  quarantine[(quarantine_first + quarantine_count) % QUARANTINE_BLOCKS] = entry->address;
  quarantine_count++;
  quarantine_bytes += entry->bytes;
}

void probe_heap_track_begin(bool stacks, bool frees) {
  probe_heap_track_end();
  const probe_thread before = lock();
  with_stacks = stacks;
  judges_frees = frees;
  origin_count = 0;
  marks = 0;
  alive = (probe_heap_usage){0, 0};
  unlock(before);
  atomic_store(&tracking, true);
}

void probe_heap_store_stacks_of(const probe_heap_origin *first, size_t count) {
  const probe_thread before = lock();
  if (!with_stacks && capacity > 0 && count > 0) {
    stacks = map(capacity * sizeof *stacks);
    with_stacks = stacks != NULL;
    origin_count = count < PROBE_MAXIMUM_ORIGINS ? count : PROBE_MAXIMUM_ORIGINS;
    memcpy(origins, first, origin_count * sizeof *origins);
  }
  unlock(before);
}

void probe_heap_mark(void) {
  const probe_thread before = lock();
  marks++;
  unlock(before);
}

/// Whether the stack of an allocation is stored.
static bool is_wanted(const void *caller, size_t bytes) {
  if (!with_stacks) return false;
  for (size_t index = 0; index < origin_count; index++)
    if (origins[index].caller == caller && origins[index].bytes == bytes) return true;
  return origin_count == 0;
}

void probe_heap_track_end(void) {
  atomic_store(&tracking, false);
  const probe_thread before = lock();
  while (quarantine_count > 0) release_oldest();
  unmap(slots, stacks, capacity);
  slots = NULL;
  stacks = NULL;
  capacity = 0;
  used = 0;
  unlock(before);
}

bool probe_ledger_is_tracking(void) { return atomic_load_explicit(&tracking, memory_order_relaxed); }

static void add(void *address, size_t bytes, probe_allocator allocator, const void *caller, bool is_transferred) {
  if (!probe_ledger_is_tracking()) return;
  const probe_thread before = probe_suspend();
  // Without the lock: the unwinder frees memory after code was generated at run time, as the drivers of OpenGL do.
  stack place;
  const bool is_captured = is_wanted(caller, bytes);
  if (is_captured) place.depth = probe_stack_capture(place.frames, caller);
  probe_ledger_lock();
  if (reserve_slot()) {
    slot *stale = find(address);
    if (stale != NULL) {
      subtract_from_alive(stale);
      delete(stale);
    }
    // Meanwhile, another tracking can have begun.
    const bool has_stack = is_captured && stacks != NULL;
    const size_t index =
        insert((slot){address, bytes, caller, SLOT_ALIVE, is_transferred, has_stack, allocator, marks});
    if (has_stack) stacks[index] = place;
    alive.blocks++;
    alive.bytes += bytes;
  }
  unlock(before);
}

void probe_ledger_add(void *address, size_t bytes, probe_allocator allocator, const void *caller) {
  add(address, bytes, allocator, caller, false);
}

void probe_heap_transfer(void *block, size_t bytes) {
  add(block, bytes, PROBE_ALLOCATOR_UNKNOWN, __builtin_return_address(0), true);
}

uint64_t probe_heap_transferred(void) {
  uint64_t count = 0;
  const probe_thread before = lock();
  for (size_t index = 0; index < capacity; index++)
    count += slots[index].state == SLOT_ALIVE && slots[index].is_transferred;
  unlock(before);
  return count;
}

/// How the release of a block differs from its allocation. Without a difference, or if the functions of the allocation
/// are unknown, all members are zero.
static probe_mismatch compare(const slot *entry, probe_release release) {
  const bool is_known = entry->allocator != PROBE_ALLOCATOR_UNKNOWN;
  const bool same_size = release.bytes == PROBE_UNKNOWN_SIZE || release.bytes == entry->bytes;
  if (!is_known || (entry->allocator == release.allocator && same_size)) return (probe_mismatch){0};
  return (probe_mismatch){
      .origin = (char *)entry->caller - 1, .bytes = entry->bytes, .allocated_by = entry->allocator,
      .released_by = release.allocator, .released_bytes = release.bytes};
}

bool probe_ledger_withdraw(void *address, bool owner, void *caller) {
  const probe_thread before = lock();
  slot *entry = find(address);
  const bool known = entry != NULL && entry->state == SLOT_ALIVE;
  probe_mismatch mismatch = {0};
  if (known) {
    if (owner && judges_frees)
      mismatch = compare(entry, (probe_release){PROBE_ALLOCATOR_MALLOC, PROBE_UNKNOWN_SIZE});
    mismatch.is_resized = true;
    subtract_from_alive(entry);
    delete(entry);
  }
  unlock(before);
  if (mismatch.origin != NULL) probe_event_record_mismatch(mismatch, caller);
  return known;
}

bool probe_ledger_is_quarantined(void *address) {
  const probe_thread before = lock();
  const slot *entry = find(address);
  const bool is_quarantined = entry != NULL && entry->state == SLOT_QUARANTINED;
  unlock(before);
  return is_quarantined;
}

/// Whether `address` is inside a tracked block, but not its start.
static bool is_interior(const void *address) {
  for (size_t index = 0; index < capacity; index++) {
    const slot *entry = &slots[index];
    const char *start = entry->address;
    if (entry->state == SLOT_ALIVE && (const char *)address > start && (const char *)address < start + entry->bytes)
      return true;
  }
  return false;
}

/// Whether `address` is in the static data of a loaded file.
///
/// The dynamic linker is excluded: its allocations before the load of libc are in its own data.
static bool is_static(const void *address) {
  struct dl_find_object object;
  if (_dl_find_object((void *)address, &object) != 0) return false;
  return (uintptr_t)object.dlfo_map_start != getauxval(AT_BASE);
}

/// The end of this thread's stack; NULL if it is not known yet.
static __thread const char *stack_end __attribute__((tls_model("initial-exec")));

/// Whether `address` is in the used part of the stack.
static bool is_on_stack(const void *address) {
  if (stack_end == NULL) {
    // For the main thread, this reads /proc.
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) stack_end = (const char *)lowest + size;
    pthread_attr_destroy(&attributes);
  }
  const char *here = __builtin_frame_address(0);
  return (const char *)address >= here && (const char *)address < stack_end;
}

/// Whether an address that is not in the ledger is certainly not a heap block.
static bool is_foreign(const void *address) {
  return (uintptr_t)address % _Alignof(max_align_t) != 0 || is_static(address) || is_interior(address) ||
         probe_buffer_locate(address).found;
}

bool probe_ledger_remove(void *address, bool owner, probe_release release, void *caller) {
  bool foreign = false;
  probe_mismatch mismatch = {0};
  const probe_thread before = lock();
  slot *entry = find(address);
  const bool quarantined = entry != NULL && entry->state == SLOT_QUARANTINED;
  if (entry == NULL) {
    foreign = owner && judges_frees && is_foreign(address);
  } else if (!quarantined) {
    if (owner && judges_frees) mismatch = compare(entry, release);
    subtract_from_alive(entry);
    if (owner && judges_frees) put_in_quarantine(entry);
    else delete(entry);
  }
  unlock(before);
  // Last and without the lock: the first test of a thread can read /proc.
  if (owner && judges_frees && entry == NULL && !foreign) {
    const probe_thread suspended = probe_suspend();
    foreign = is_on_stack(address);
    probe_resume(suspended);
  }
  if (mismatch.origin != NULL) probe_event_record_mismatch(mismatch, caller);
  if (quarantined && owner) probe_event_record(PROBE_EVENT_DOUBLE_FREE, (uintptr_t)address, 0, caller);
  if (foreign) probe_event_record(PROBE_EVENT_FOREIGN_FREE, (uintptr_t)address, 0, caller);
  return !quarantined && !foreign && (entry == NULL || !owner || !judges_frees);
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
  if (entry->has_stack && stacks[index].depth > 0) {
    block.depth = stacks[index].depth;
    memcpy(block.frames, stacks[index].frames, sizeof block.frames);
  } else {
    block.depth = probe_stack_caller(block.frames, entry->caller);
  }
  return block;
}

/// Whether a slot has a block that was allocated since the last mark and is not freed.
static bool is_recent(const slot *entry) { return entry->state == SLOT_ALIVE && entry->marks == marks; }

size_t probe_heap_blocks(probe_heap_block *blocks, size_t room) {
  size_t count = 0;
  const probe_thread before = lock();
  for (size_t index = 0; index < capacity; index++) {
    if (!is_recent(&slots[index])) continue;
    if (count < room) blocks[count] = describe(index);
    count++;
  }
  unlock(before);
  return count;
}

/// Adds a block to the list of `count` origins, unless it is full. Returns the new number of origins.
static size_t note(probe_heap_origin *list, size_t count, size_t room, const slot *entry) {
  for (size_t index = 0; index < count; index++)
    if (list[index].caller == entry->caller && list[index].bytes == entry->bytes) {
      list[index].count++;
      return count;
    }
  if (count == room) return count;
  list[count] = (probe_heap_origin){entry->caller, entry->bytes, 1};
  return count + 1;
}

size_t probe_heap_recent_origins(probe_heap_origin *list, size_t room) {
  size_t count = 0;
  const probe_thread before = lock();
  for (size_t index = 0; index < capacity; index++)
    if (is_recent(&slots[index])) count = note(list, count, room, &slots[index]);
  unlock(before);
  return count;
}
