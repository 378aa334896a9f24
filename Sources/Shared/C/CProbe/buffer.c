/// Guarded buffers.
///
/// SAFETY: the fault handler reads the list of buffers without a lock. A buffer is inserted after its initialization
/// and removed before it is unmapped. If another thread changes the list during a fault, the handler may miss a buffer.

#include "probe_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct probe_buffer {
  _Atomic(probe_buffer *) next;
  /// The whole reserved address range, guards included.
  char *base;
  size_t reserved;
  /// The accessible part in the mappings of the plug-in and of the host.
  char *view;
  char *host;
  size_t accessible;
  /// Offset of the data in the accessible part.
  size_t start;
  size_t size;
  int32_t tag;
  probe_access access;
  /// Whether a page was made accessible since the last `probe_buffer_protect`.
  bool granted;
};

static _Atomic(probe_buffer *) first;
static atomic_flag busy = ATOMIC_FLAG_INIT;

void probe_buffers_lock(void) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {}
}

void probe_buffers_unlock(void) { atomic_flag_clear_explicit(&busy, memory_order_release); }

static void insert(probe_buffer *buffer) {
  probe_buffers_lock();
  atomic_store(&buffer->next, atomic_load(&first));
  atomic_store(&first, buffer);
  probe_buffers_unlock();
}

static void unlink_buffer(probe_buffer *buffer) {
  probe_buffers_lock();
  _Atomic(probe_buffer *) *link = &first;
  while (atomic_load(link) != buffer) link = &atomic_load(link)->next;
  atomic_store(link, atomic_load(&buffer->next));
  probe_buffers_unlock();
}

static size_t round_up(size_t size, size_t page) { return size == 0 ? page : (size + page - 1) / page * page; }

/// The protection of the plug-in's mapping.
static int protection(const probe_buffer *buffer) {
  switch (buffer->access) {
    case PROBE_ACCESS_NONE: break;
    case PROBE_ACCESS_READ_ONLY: return PROT_READ;
    case PROBE_ACCESS_READ_WRITE: return PROT_READ | PROT_WRITE;
  }
  return PROT_NONE;
}

/// Creates the two mappings. On failure nothing is mapped, errno is set and the result is false.
static bool map(probe_buffer *buffer) {
  buffer->base = mmap(NULL, buffer->reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (buffer->base == MAP_FAILED) return false;
  buffer->view = buffer->base + PROBE_GUARD_BYTES;
  void *host = mmap(NULL, buffer->accessible, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (host == MAP_FAILED) {
    munmap(buffer->base, buffer->reserved);
    return false;
  }
  buffer->host = host;
  // With an old size of 0, mremap() maps shared pages a second time instead of moving them.
  if (mremap(host, 0, buffer->accessible, MREMAP_MAYMOVE | MREMAP_FIXED, buffer->view) == MAP_FAILED
      || mprotect(buffer->view, buffer->accessible, protection(buffer)) != 0) {
    munmap(host, buffer->accessible);
    munmap(buffer->base, buffer->reserved);
    return false;
  }
  return true;
}

probe_buffer *probe_buffer_create(size_t size, probe_placement placement, probe_access access, int32_t tag) {
  probe_buffer *buffer = __libc_calloc(1, sizeof *buffer);
  if (buffer == NULL) return NULL;
  buffer->size = size;
  buffer->tag = tag;
  buffer->access = access;
  buffer->accessible = round_up(size, (size_t)sysconf(_SC_PAGESIZE));
  buffer->reserved = buffer->accessible + 2 * PROBE_GUARD_BYTES;
  buffer->start = placement == PROBE_PLACEMENT_END ? buffer->accessible - size : 0;
  if (!map(buffer)) {
    __libc_free(buffer);
    return NULL;
  }
  probe_buffer_reset_canary(buffer);
  insert(buffer);
  return buffer;
}

void probe_buffer_destroy(probe_buffer *buffer) {
  if (buffer == NULL) return;
  unlink_buffer(buffer);
  munmap(buffer->host, buffer->accessible);
  munmap(buffer->base, buffer->reserved);
  __libc_free(buffer);
}

void *probe_buffer_data(const probe_buffer *buffer) { return buffer->view + buffer->start; }
void *probe_buffer_host(const probe_buffer *buffer) { return buffer->host + buffer->start; }
size_t probe_buffer_size(const probe_buffer *buffer) { return buffer->size; }

void probe_buffer_reset_canary(probe_buffer *buffer) {
  const size_t end = buffer->start + buffer->size;
  memset(buffer->host, PROBE_CANARY, buffer->start);
  memset(buffer->host + end, PROBE_CANARY, buffer->accessible - end);
}

/// Whether all of these bytes have the value of the canary: the first one has, and each next one equals it.
static bool is_intact(const char *bytes, size_t count) {
  return count == 0 || ((uint8_t)bytes[0] == PROBE_CANARY && memcmp(bytes, bytes + 1, count - 1) == 0);
}

bool probe_buffer_canary_overwritten(const probe_buffer *buffer, ptrdiff_t *offset) {
  const size_t end = buffer->start + buffer->size;
  if (is_intact(buffer->host, buffer->start) && is_intact(buffer->host + end, buffer->accessible - end)) return false;
  for (size_t index = buffer->start; index > 0; index--) {
    if ((uint8_t)buffer->host[index - 1] == PROBE_CANARY) continue;
    *offset = (ptrdiff_t)(index - 1) - (ptrdiff_t)buffer->start;
    return true;
  }
  for (size_t index = end; index < buffer->accessible; index++) {
    if ((uint8_t)buffer->host[index] == PROBE_CANARY) continue;
    *offset = (ptrdiff_t)(index - buffer->start);
    return true;
  }
  return false;
}

/// The buffer whose reserved range contains `address`, or NULL.
static probe_buffer *find(const void *address) {
  for (probe_buffer *buffer = atomic_load(&first); buffer != NULL; buffer = atomic_load(&buffer->next))
    if ((uintptr_t)address - (uintptr_t)buffer->base < buffer->reserved) return buffer;
  return NULL;
}

static int64_t offset_in(const probe_buffer *buffer, const void *address) {
  return (int64_t)((uintptr_t)address - (uintptr_t)buffer->view) - (int64_t)buffer->start;
}

probe_location probe_buffer_locate(const void *address) {
  const probe_buffer *buffer = find(address);
  if (buffer == NULL) return (probe_location){.found = false};
  return (probe_location){
      .found = true, .tag = buffer->tag, .offset = offset_in(buffer, address), .size = buffer->size};
}

bool probe_buffer_grant(const void *address, probe_fault fault, void *instruction) {
  if ((probe_this_thread.watch & PROBE_WATCH_BUFFERS) == 0) return false;
  if (fault != PROBE_FAULT_READ && fault != PROBE_FAULT_WRITE) return false;
  probe_buffer *buffer = find(address);
  if (buffer == NULL) return false;
  const probe_event_kind kind = fault == PROBE_FAULT_READ ? PROBE_EVENT_BUFFER_READ : PROBE_EVENT_BUFFER_WRITE;
  probe_event_record_fault(kind, (uint64_t)(int64_t)buffer->tag, (uint64_t)offset_in(buffer, address), instruction);
  const probe_thread before = probe_suspend();
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)address & ~(page - 1));
  const int error = errno;
  buffer->granted = true;
  const bool done = mprotect(start, page, fault == PROBE_FAULT_READ ? PROT_READ : PROT_READ | PROT_WRITE) == 0;
  errno = error;
  probe_resume(before);
  return done;
}

void probe_buffer_set_access(probe_buffer *buffer, probe_access access) {
  buffer->access = access;
  buffer->granted = true;
  probe_buffer_protect(buffer);
}

void probe_buffer_protect(probe_buffer *buffer) {
  if (!buffer->granted) return;
  buffer->granted = false;
  mprotect(buffer->base, PROBE_GUARD_BYTES, PROT_NONE);
  mprotect(buffer->view, buffer->accessible, protection(buffer));
  mprotect(buffer->view + buffer->accessible, PROBE_GUARD_BYTES, PROT_NONE);
}
