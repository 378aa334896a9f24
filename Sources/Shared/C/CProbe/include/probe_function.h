/// The functions of a library that ran: breakpoints that vanish when they are hit for the first time.
#pragma once

#include "probe_record.h"

/// The largest number of functions of one library that are observed.
#define PROBE_RECORD_FUNCTIONS (1 << 18)

/// The functions that ran, one bit each: function n is bit `n % 64` of word `n / 64`.
///
/// The number of a function is its index in the table of the section .eh_frame_hdr, which is sorted by address.
#define PROBE_FUNCTION_WORDS (PROBE_RECORD_FUNCTIONS / 64)

/// Allows breakpoints in this process, whose handler of SIGTRAP `probe_record_catch_crashes` has installed.
void probe_functions_allow(void);

/// Observes the functions of a library that did not run yet according to the record. `library` is a handle of dlopen().
///
/// Without effect if it is already observed, if breakpoints are not allowed, or if the plug-in handles or blocks SIGTRAP.
/// Only one library is observed at a time. NULL is allowed.
void probe_functions_observe(void *library);

/// Removes all breakpoints.
void probe_functions_stop(void);

/// Copies the functions that ran from a record. `words` has `PROBE_FUNCTION_WORDS` elements.
void probe_record_read_functions(const probe_record *record, uint64_t *words);

/// Sets the functions that ran, before the child starts.
void probe_record_write_functions(probe_record *record, const uint64_t *words);
