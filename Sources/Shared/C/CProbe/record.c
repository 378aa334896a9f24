#include "record_internal.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// Shared by parent and child. The parent may read a text while the child writes it. The last byte of a text is always
/// zero, so the parent then reads a mixture of two texts. A plug-in may overwrite the record, so checksums protect the
/// crash and the objects.
struct probe_record {
  atomic_uint_fast64_t progress;
  atomic_bool in_call;
  atomic_bool has_block;
  atomic_bool is_extreme;
  atomic_bool states_control;
  atomic_bool is_activated;
  atomic_bool has_loaded_file;
  atomic_uint_fast64_t failed_allocation;
  atomic_bool has_work;
  char call[32];
  char stage[256];
  char control[64];
  float control_value;
  float values[PROBE_RECORD_PORTS];
  bool has_value[PROBE_RECORD_PORTS];
  uint32_t frames;
  double rate;
  uint64_t block;
  probe_crash crash;
  /// The stack of the crash, innermost frame first.
  probe_frame stack[PROBE_MAXIMUM_FRAMES];
  /// The number of frames. `probe_record_crash_depth` validates it.
  int32_t depth;
  /// The checksums of `crash` and of the stack; 0 until they are published.
  atomic_uint_fast64_t crash_sum;
  atomic_uint_fast64_t stack_sum;
  /// The named objects in shared memory that the child created.
  probe_object objects[PROBE_RECORD_OBJECTS];
  /// The functions of the plug-in's library that ran.
  atomic_uint_fast64_t functions[PROBE_FUNCTION_WORDS];
};

/// The record between two guards, which protect it against out-of-bounds writes.
#define GUARDED_BYTES (sizeof(probe_record) + 2 * PROBE_GUARD_BYTES)

static probe_record own;
static probe_record *current = &own;

probe_record *probe_record_create(int *descriptor) {
  const int file = memfd_create("lv2val-record", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return NULL;
  // Sealed: if a child could truncate the file, the parent would lose the mapped memory.
  const bool is_sealed = ftruncate(file, sizeof(probe_record)) == 0 &&
                         fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
  probe_record *record = is_sealed ? probe_record_map(file) : NULL;
  if (record == NULL) close(file);
  else *descriptor = file;
  return record;
}

probe_record *probe_record_map(int descriptor) {
  char *base = mmap(NULL, GUARDED_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return NULL;
  void *memory = mmap(base + PROBE_GUARD_BYTES, sizeof(probe_record), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                      descriptor, 0);
  if (memory != MAP_FAILED) return memory;
  munmap(base, GUARDED_BYTES);
  return NULL;
}

void probe_record_unmap(probe_record *record) {
  if (record != NULL) munmap((char *)record - PROBE_GUARD_BYTES, GUARDED_BYTES);
}

void probe_record_use(probe_record *record) { current = record != NULL ? record : &own; }

const probe_record *probe_record_current(void) { return current; }

probe_object *probe_record_objects(void) { return current->objects; }
const probe_object *probe_record_objects_of(const probe_record *record) { return record->objects; }

bool probe_record_has_function(size_t index) {
  return atomic_load_explicit(&current->functions[index / 64], memory_order_relaxed) >> index % 64 & 1;
}

void probe_record_add_function(size_t index) {
  atomic_fetch_or_explicit(&current->functions[index / 64], 1ull << index % 64, memory_order_relaxed);
}

void probe_record_read_functions(const probe_record *record, uint64_t *words) {
  for (size_t index = 0; index < PROBE_FUNCTION_WORDS; index++)
    words[index] = atomic_load_explicit(&record->functions[index], memory_order_relaxed);
}

void probe_record_write_functions(probe_record *record, const uint64_t *words) {
  for (size_t index = 0; index < PROBE_FUNCTION_WORDS; index++)
    atomic_store_explicit(&record->functions[index], words[index], memory_order_relaxed);
}

void probe_record_forget_crash(void) {
  atomic_store(&current->crash_sum, 0);
  atomic_store(&current->stack_sum, 0);
}

static void copy(char *destination, size_t capacity, const char *text) {
  size_t length = strnlen(text, capacity - 1);
  // Do not split a UTF-8 character: bytes 10xxxxxx continue one.
  while (length > 0 && (text[length] & 0xc0) == 0x80) length--;
  memcpy(destination, text, length);
  memset(destination + length, 0, capacity - length);
}

void probe_record_progress(void) { atomic_fetch_add_explicit(&current->progress, 1, memory_order_relaxed); }

void probe_record_begin_call(const char *name) {
  copy(current->call, sizeof current->call, name);
  atomic_store_explicit(&current->has_block, false, memory_order_release);
  atomic_store_explicit(&current->in_call, true, memory_order_release);
  probe_this_thread.in_call = true;
  probe_record_progress();
}

void probe_record_rename_call(const char *name) {
  // A thread with a name of its own makes another call than that of the record.
  if (probe_this_thread.call == NULL) copy(current->call, sizeof current->call, name);
}

void probe_record_set_thread_call(const char *name) { probe_this_thread.call = name; }

void probe_record_end_call(void) {
  atomic_store_explicit(&current->in_call, false, memory_order_release);
  probe_this_thread.in_call = false;
  probe_record_progress();
}

void probe_record_set_block(uint64_t index, uint32_t frames, double rate) {
  current->block = index;
  current->frames = frames;
  current->rate = rate;
  atomic_store_explicit(&current->has_block, true, memory_order_release);
  probe_record_progress();
}

void probe_record_set_control(const char *symbol, float value) {
  copy(current->control, sizeof current->control, symbol);
  current->control_value = value;
}

void probe_record_set_value(uint32_t port, float value) {
  if (port >= PROBE_RECORD_PORTS) return;
  current->values[port] = value;
  current->has_value[port] = true;
}

void probe_record_clear_values(void) { memset(current->has_value, 0, sizeof current->has_value); }

bool probe_record_value(const probe_record *record, uint32_t port, float *value) {
  *value = record->values[port];
  // Read as a byte: a plug-in can overwrite the record with any bits.
  return *(const unsigned char *)&record->has_value[port] == 1;
}
void probe_record_set_work(bool scheduled) { atomic_store(&current->has_work, scheduled); }

void probe_record_set_stage(const char *stage) { copy(current->stage, sizeof current->stage, stage); }

void probe_record_set_extreme(bool is_extreme) { atomic_store(&current->is_extreme, is_extreme); }

void probe_record_set_states_control(bool states_control) {
  atomic_store(&current->states_control, states_control);
}

void probe_record_set_activated(bool is_activated) { atomic_store(&current->is_activated, is_activated); }
void probe_record_set_loaded_file(bool has_loaded) { atomic_store(&current->has_loaded_file, has_loaded); }
void probe_record_note_failed_allocation(uint64_t bytes) { atomic_store(&current->failed_allocation, bytes); }

uint64_t probe_record_progress_count(const probe_record *record) { return atomic_load(&record->progress); }
bool probe_record_in_call(const probe_record *record) { return atomic_load(&record->in_call); }
const char *probe_record_call(const probe_record *record) { return record->call; }
const char *probe_record_stage(const probe_record *record) { return record->stage; }
bool probe_record_has_block(const probe_record *record) { return atomic_load(&record->has_block); }
bool probe_record_is_extreme(const probe_record *record) {
  return atomic_load(&(record != NULL ? record : current)->is_extreme);
}

bool probe_record_states_control(const probe_record *record) { return atomic_load(&record->states_control); }
bool probe_record_is_activated(const probe_record *record) { return atomic_load(&record->is_activated); }
bool probe_record_has_loaded_file(const probe_record *record) {
  return atomic_load(&(record != NULL ? record : current)->has_loaded_file);
}
uint64_t probe_record_failed_allocation(const probe_record *record) {
  return atomic_load(&(record != NULL ? record : current)->failed_allocation);
}
uint64_t probe_record_block(const probe_record *record) { return record->block; }
uint32_t probe_record_block_frames(const probe_record *record) { return record->frames; }
double probe_record_rate(const probe_record *record) { return record->rate; }
bool probe_record_has_work(const probe_record *record) { return atomic_load(&record->has_work); }
const char *probe_record_control(const probe_record *record) { return record->control; }
float probe_record_control_value(const probe_record *record) { return record->control_value; }

uint64_t probe_record_checksum(const void *bytes, size_t count) {
  uint64_t result = 0xcbf29ce484222325;
  for (size_t index = 0; index < count; index++)
    result = (result ^ ((const unsigned char *)bytes)[index]) * 0x100000001b3;
  return result | 1;
}

static uint64_t sum_of_crash(const probe_record *record) { return probe_record_checksum(&record->crash, sizeof record->crash); }

/// The checksum of the first `depth` frames, at most `PROBE_MAXIMUM_FRAMES`.
static uint64_t sum_of_stack(const probe_record *record, size_t depth) {
  return probe_record_checksum(record->stack, depth * sizeof *record->stack);
}

const probe_crash *probe_record_crash(const probe_record *record) {
  return atomic_load(&record->crash_sum) == sum_of_crash(record) ? &record->crash : NULL;
}

size_t probe_record_crash_depth(const probe_record *record) {
  const int32_t depth = record->depth;
  if (depth < 0 || depth > PROBE_MAXIMUM_FRAMES) return 0;
  return atomic_load(&record->stack_sum) == sum_of_stack(record, (size_t)depth) ? (size_t)depth : 0;
}

const probe_frame *probe_record_crash_frame(const probe_record *record, size_t index) { return &record->stack[index]; }

void probe_record_publish_crash(const probe_crash *crash) {
  if (probe_this_thread.call != NULL) copy(current->call, sizeof current->call, probe_this_thread.call);
  current->crash = *crash;
  // Another thread may have left its own call.
  current->crash.in_call = probe_this_thread.in_call || atomic_load(&current->in_call);
  atomic_store(&current->crash_sum, sum_of_crash(current));
}

void probe_record_publish_stack(void *const *addresses, size_t depth) {
  probe_frame_resolve(addresses, depth, current->stack);
  current->depth = (int32_t)depth;
  atomic_store(&current->stack_sum, sum_of_stack(current, depth));
}
