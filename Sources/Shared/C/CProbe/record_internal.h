/// What the sources of the record share.
#pragma once

#include "probe_internal.h"

#include <stddef.h>
#include <stdint.h>

/// The number of named objects that a record contains. Objects beyond it are not known to lv2val.
#define PROBE_RECORD_OBJECTS 128

/// A named object in shared memory that a process created. A plug-in can overwrite it: the checksum protects it.
typedef struct probe_object {
  /// The name of the file; all bytes after it are zero.
  char name[PROBE_OBJECT_NAME];
  uint64_t device;
  uint64_t node;
  /// The checksum of the members above; 0 for a free entry.
  atomic_uint_fast64_t sum;
} probe_object;

/// The objects of the record that this process writes to.
PROBE_HIDDEN probe_object *probe_record_objects(void);
PROBE_HIDDEN const probe_object *probe_record_objects_of(const probe_record *record);

/// FNV-1a, 64 bits, with the lowest bit set: never 0.
PROBE_HIDDEN uint64_t probe_record_checksum(const void *bytes, size_t count);
