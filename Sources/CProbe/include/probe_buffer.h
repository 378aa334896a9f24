/// Memory for ports with inaccessible pages on both sides, canaries in the rest, and a second view for the host.
#ifndef PROBE_BUFFER_H
#define PROBE_BUFFER_H

#include "probe_base.h"

/// Where the data lie between the two guards.
PROBE_ENUM(probe_placement) {
  /// The byte after the last is inaccessible. The data are aligned as their size allows.
  PROBE_PLACEMENT_END PROBE_SWIFT(end),
  /// The byte before the first is inaccessible. The data are aligned to a page.
  PROBE_PLACEMENT_START PROBE_SWIFT(start),
};

/// What the plug-in may do with the data through `data`.
PROBE_ENUM(probe_access) {
  PROBE_ACCESS_READ_WRITE PROBE_SWIFT(readWrite),
  PROBE_ACCESS_READ_ONLY PROBE_SWIFT(readOnly),
  PROBE_ACCESS_NONE PROBE_SWIFT(none),
};

/// A buffer between guards.
typedef struct probe_buffer probe_buffer;

/// Makes a buffer of `size` bytes, zeroed, or returns NULL with errno set.
///
/// - `size`: 0 is allowed: the address then lies at the guard itself.
/// - `tag`: comes back in the fault record; the host's number of the port.
probe_buffer *probe_buffer_create(size_t size, probe_placement placement, probe_access access, int32_t tag);

/// Unmaps the buffer. NULL is allowed.
void probe_buffer_destroy(probe_buffer *buffer);

/// What the plug-in is given.
void *probe_buffer_data(const probe_buffer *buffer);

/// The same bytes, always writable: for the host alone.
void *probe_buffer_host(const probe_buffer *buffer);

/// The size it was made with.
size_t probe_buffer_size(const probe_buffer *buffer);

/// Changes what the plug-in may do with the data.
void probe_buffer_set_access(probe_buffer *buffer, probe_access access);

/// Forbids again what an access recorded under `PROBE_WATCH_BUFFERS` had been granted.
///
/// One page is granted at a time, so until this is called further accesses to it go unrecorded.
void probe_buffer_protect(probe_buffer *buffer);

/// Fills the canaries, the accessible bytes on the side that has room, anew.
void probe_buffer_reset_canary(probe_buffer *buffer);

/// Looks for a changed canary; true when one was found, with its distance from the data.
///
/// `*offset` is negative for bytes before the data, counted from the first byte (-1 is right before it), and at
/// least `size` for bytes behind them. The changed byte nearest to the data is the one told.
bool probe_buffer_canary_broken(const probe_buffer *buffer, ptrdiff_t *offset);

/// Where an address lies with respect to the buffers that exist.
typedef struct probe_hit {
  /// Whether it lies in a buffer's data, canary or guard.
  bool found;
  int32_t tag;
  /// Bytes from the first byte of the data.
  int64_t offset;
  uint64_t size;
} probe_hit;

/// Finds the buffer that `address` falls into, guards included. Safe in a signal handler.
probe_hit probe_buffer_locate(const void *address);

#endif
