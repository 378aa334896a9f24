/// The processor's floating-point control state.
#ifndef PROBE_FP_H
#define PROBE_FP_H

#include "probe_base.h"

/// MXCSR and the x87 control word on x86-64 (sticky exception flags left out); FPCR, with `extended` 0, on arm64.
typedef struct probe_fp {
  uint32_t control;
  uint16_t extended;
} probe_fp;

probe_fp probe_fp_get(void);
void probe_fp_set(probe_fp state);

/// Sets or clears flush-to-zero, and denormals-are-zero where that is a flag of its own.
void probe_fp_set_flush(bool on);

/// Writes the names of what differs, such as "flush-to-zero, rounding mode"; an empty string when nothing does.
///
/// - Returns: the length written, at most `capacity` - 1.
size_t probe_fp_describe_change(probe_fp before, probe_fp after, char *text, size_t capacity);

#endif
