#include <stdatomic.h>
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

void probe_event_record(probe_event_kind kind, uint64_t argument, uint64_t detail, void *caller) {
  const probe_thread before = probe_suspend();
  const uint64_t index = atomic_fetch_add(&claimed, 1);
  if (index < CAPACITY) {
    probe_event *event = &events[index];
    event->kind = kind;
    event->argument = argument;
    event->detail = detail;
    event->mark = atomic_load_explicit(&mark, memory_order_relaxed);
    event->phase = (probe_event_phase)atomic_load_explicit(&phase, memory_order_relaxed);
    event->depth = probe_stack_capture(event->frames, caller);
  }
  probe_resume(before);
}

const char *probe_event_function(const probe_event *event) {
  switch (event->kind) {
    case PROBE_EVENT_MALLOC: return "malloc";
    case PROBE_EVENT_CALLOC: return "calloc";
    case PROBE_EVENT_REALLOC: return "realloc";
    case PROBE_EVENT_FREE: return "free";
    case PROBE_EVENT_ALIGNED_ALLOCATION: return "posix_memalign";
    case PROBE_EVENT_MUTEX_LOCK:
    case PROBE_EVENT_CONDITION_WAIT:
    case PROBE_EVENT_RWLOCK_LOCK:
    case PROBE_EVENT_SEMAPHORE_WAIT:
    case PROBE_EVENT_BARRIER_WAIT:
    case PROBE_EVENT_THREAD_JOIN: return (const char *)(uintptr_t)event->detail;
    case PROBE_EVENT_SYSCALL: return "syscall";
    case PROBE_EVENT_HOST_CALL: return "host call";
    case PROBE_EVENT_DOUBLE_FREE: return "double free";
    case PROBE_EVENT_FOREIGN_FREE: return "foreign free";
    case PROBE_EVENT_BUFFER_READ: return "buffer read";
    case PROBE_EVENT_BUFFER_WRITE: return "buffer write";
  }
  return "unknown";
}
