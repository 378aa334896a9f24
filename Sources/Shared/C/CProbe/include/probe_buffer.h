/// Port buffers between guard pages, with canary bytes in the rest of their pages and a second mapping for the host.
#pragma once

#include "probe_base.h"

/// The position of the data between the two guards.
PROBE_ENUM(probe_placement) {
  /// The byte after the data is inaccessible. The alignment of the data follows from their size.
  PROBE_PLACEMENT_END PROBE_SWIFT(end),
  /// The byte before the data is inaccessible. The data are aligned to a page.
  PROBE_PLACEMENT_START PROBE_SWIFT(start),
};

/// The access that the plug-in has to the data, through `probe_buffer_data`.
PROBE_ENUM(probe_access) {
  PROBE_ACCESS_READ_WRITE PROBE_SWIFT(readWrite),
  PROBE_ACCESS_READ_ONLY PROBE_SWIFT(readOnly),
  PROBE_ACCESS_NONE PROBE_SWIFT(none),
};

typedef struct probe_buffer probe_buffer;

/// Creates a zeroed buffer of `size` bytes. Returns NULL and sets errno on failure.
///
/// - `size`: 0 is allowed; the address is then at the boundary of a guard.
/// - `tag`: copied to the records of faults; the host passes the number of the port.
probe_buffer *probe_buffer_create(size_t size, probe_placement placement, probe_access access, int32_t tag);

/// Unmaps the buffer. NULL is allowed.
void probe_buffer_destroy(probe_buffer *buffer);

/// The address for the plug-in.
void *probe_buffer_data(const probe_buffer *buffer);

/// The address for the host: the same bytes, always writable.
void *probe_buffer_host(const probe_buffer *buffer);

size_t probe_buffer_size(const probe_buffer *buffer);

/// Changes the access that the plug-in has to the data.
void probe_buffer_set_access(probe_buffer *buffer, probe_access access);

/// Restores the protection of pages that a recorded access under `PROBE_WATCH_BUFFERS` made accessible.
///
/// An access makes one page accessible. Further accesses to this page are not recorded until this call.
void probe_buffer_protect(probe_buffer *buffer);

/// Rewrites the canary: the accessible bytes before or after the data.
void probe_buffer_reset_canary(probe_buffer *buffer);

/// Returns whether a canary byte was changed, and the position of the changed byte nearest to the data.
///
/// `*offset` is relative to the first data byte: negative before the data, at least `size` after them.
bool probe_buffer_canary_overwritten(const probe_buffer *buffer, ptrdiff_t *offset);

/// The position of an address relative to a guarded buffer or a guarded heap block.
typedef struct probe_location {
  /// Whether the address is in the data, the canary or a guard.
  bool found;
  /// Whether the heap block is freed.
  bool freed;
  /// Whether it was freed before the newest instance was created.
  bool freed_earlier;
  /// The tag of the buffer.
  int32_t tag;
  /// In bytes from the first data byte.
  int64_t offset;
  uint64_t size;
} probe_location;

/// Finds the buffer that contains `address`, guards included. Async-signal-safe.
probe_location probe_buffer_locate(const void *address);
