#include <string.h>

#include "probe_internal.h"

/// Enough for a plug-in that violates several rules in every block of a check.
#define CAPACITY 4096

static probe_event events[CAPACITY];
static atomic_uint_fast64_t claimed;
static atomic_uint_fast64_t mark;
static atomic_uint_fast32_t phase;

void probe_event_reset(void) {
  atomic_store(&claimed, 0);
  memset(events, 0, sizeof events);
}

void probe_event_set_mark(uint64_t value) { atomic_store_explicit(&mark, value, memory_order_relaxed); }

void probe_event_set_phase(probe_event_phase value) { atomic_store_explicit(&phase, value, memory_order_relaxed); }

uint64_t probe_event_total(void) { return atomic_load(&claimed); }

size_t probe_event_kept(void) {
  const uint64_t total = probe_event_total();
  return total < CAPACITY ? total : CAPACITY;
}

const probe_event *probe_event_at(size_t index) { return index < probe_event_kept() ? &events[index] : NULL; }

/// Records an event with the stack from `place` outwards: a return address, or the address of a faulting instruction.
static void record(
    probe_event_kind kind, uint64_t argument, uint64_t detail, void *place, bool is_fault, probe_mismatch mismatch) {
  const probe_thread before = probe_suspend();
  const uint64_t index = atomic_fetch_add(&claimed, 1);
  if (index < CAPACITY) {
    probe_event *event = &events[index];
    event->kind = kind;
    event->argument = argument;
    event->detail = detail;
    event->mismatch = mismatch;
    event->mark = atomic_load_explicit(&mark, memory_order_relaxed);
    event->phase = (probe_event_phase)atomic_load_explicit(&phase, memory_order_relaxed);
    event->depth = probe_stack_capture(event->frames, place);
    if (is_fault && event->depth > 0) event->frames[0] = place;
  }
  probe_resume(before);
}

void probe_event_record(probe_event_kind kind, uint64_t argument, uint64_t detail, void *caller) {
  record(kind, argument, detail, caller, false, (probe_mismatch){0});
}

void probe_event_record_fault(probe_event_kind kind, uint64_t argument, uint64_t detail, void *instruction) {
  record(kind, argument, detail, instruction, true, (probe_mismatch){0});
}

void probe_event_record_mismatch(probe_mismatch mismatch, void *caller) {
  record(PROBE_EVENT_MISMATCHED_FREE, mismatch.bytes, 0, caller, false, mismatch);
}

const char *probe_event_function(const probe_event *event) {
  static const char *const names[] = {
      [PROBE_EVENT_MALLOC] = "malloc", [PROBE_EVENT_CALLOC] = "calloc", [PROBE_EVENT_REALLOC] = "realloc",
      [PROBE_EVENT_FREE] = "free", [PROBE_EVENT_SYSCALL] = "syscall", [PROBE_EVENT_HOST_CALL] = "host call",
      [PROBE_EVENT_DOUBLE_FREE] = "double free", [PROBE_EVENT_FOREIGN_FREE] = "foreign free",
      [PROBE_EVENT_BUFFER_READ] = "buffer read", [PROBE_EVENT_BUFFER_WRITE] = "buffer write",
      [PROBE_EVENT_MISMATCHED_FREE] = "mismatched free",
  };
  const bool is_lock = event->kind >= PROBE_EVENT_MUTEX_LOCK && event->kind <= PROBE_EVENT_THREAD_JOIN;
  if (is_lock || event->kind == PROBE_EVENT_ALIGNED_ALLOCATION)
    return (const char *)(uintptr_t)event->detail;
  return event->kind < sizeof names / sizeof *names ? names[event->kind] : "unknown";
}
