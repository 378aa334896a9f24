#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "probe_internal.h"

/// Shared by parent and child. The parent may read a text while the child writes it: every text ends in a zero that
/// is never overwritten, so the worst that can be read is a mixture.
struct probe_record {
  atomic_uint_fast64_t progress;
  atomic_bool in_call;
  atomic_bool has_block;
  atomic_bool has_crash;
  char call[32];
  char stage[128];
  char control[64];
  float control_value;
  uint32_t frames;
  uint64_t block;
  uint64_t seed;
  probe_crash crash;
};

static probe_record own;
static probe_record *current = &own;

probe_record *probe_record_create(int *descriptor) {
  const int file = memfd_create("lv2val-record", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return NULL;
  // Sealed, for a child that cut it short would take the memory from under the parent.
  if (ftruncate(file, sizeof(probe_record)) == 0 &&
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
    probe_record *record = probe_record_map(file);
    if (record != NULL) {
      *descriptor = file;
      return record;
    }
  }
  close(file);
  return NULL;
}

probe_record *probe_record_map(int descriptor) {
  void *memory = mmap(NULL, sizeof(probe_record), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void probe_record_unmap(probe_record *record) {
  if (record != NULL) munmap(record, sizeof *record);
}

void probe_record_clear(probe_record *record) { memset(record, 0, sizeof *record); }

void probe_record_adopt(probe_record *record) { current = record != NULL ? record : &own; }

static void copy(char *destination, size_t capacity, const char *text) {
  const size_t length = strnlen(text, capacity - 1);
  memcpy(destination, text, length);
  memset(destination + length, 0, capacity - length);
}

void probe_record_progress(void) { atomic_fetch_add_explicit(&current->progress, 1, memory_order_relaxed); }

void probe_record_begin_call(const char *name) {
  copy(current->call, sizeof current->call, name);
  atomic_store(&current->has_block, false);
  atomic_store(&current->in_call, true);
  probe_record_progress();
}

void probe_record_end_call(void) {
  atomic_store(&current->in_call, false);
  probe_record_progress();
}

void probe_record_set_block(uint64_t index, uint32_t frames) {
  current->block = index;
  current->frames = frames;
  atomic_store(&current->has_block, true);
  probe_record_progress();
}

void probe_record_set_control(const char *symbol, float value) {
  copy(current->control, sizeof current->control, symbol);
  current->control_value = value;
}

void probe_record_set_stage(const char *stage) { copy(current->stage, sizeof current->stage, stage); }

void probe_record_set_seed(uint64_t seed) { current->seed = seed; }

uint64_t probe_record_progress_count(const probe_record *record) { return atomic_load(&record->progress); }
bool probe_record_in_call(const probe_record *record) { return atomic_load(&record->in_call); }
const char *probe_record_call(const probe_record *record) { return record->call; }
const char *probe_record_stage(const probe_record *record) { return record->stage; }
bool probe_record_has_block(const probe_record *record) { return atomic_load(&record->has_block); }
uint64_t probe_record_block(const probe_record *record) { return record->block; }
uint32_t probe_record_block_frames(const probe_record *record) { return record->frames; }
const char *probe_record_control(const probe_record *record) { return record->control; }
float probe_record_control_value(const probe_record *record) { return record->control_value; }
uint64_t probe_record_seed(const probe_record *record) { return record->seed; }

const probe_crash *probe_record_crash(const probe_record *record) {
  return atomic_load(&record->has_crash) ? &record->crash : NULL;
}

const probe_frame *probe_crash_frame(const probe_crash *crash, size_t index) { return &crash->frames[index]; }

probe_crash *probe_record_begin_crash(void) { return &current->crash; }
void probe_record_publish_crash(void) { atomic_store(&current->has_crash, true); }
bool probe_record_current_in_call(void) { return atomic_load(&current->in_call); }
