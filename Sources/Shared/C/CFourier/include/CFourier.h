/// The discrete Fourier transform of real samples: a C interface to the header-only C++ template of kissfft.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Transforms `count` real samples; `count` is a power of two, at least 4.
///
/// `result` receives `count / 2` complex bins, real and imaginary parts alternating, not normalized. Bin k has the
/// frequency k / `count` of the sample rate. In place of the imaginary part of bin 0, which is 0, there is the real
/// value at half the sample rate.
void fourier_transform(const double *samples, size_t count, double *result);

#ifdef __cplusplus
}
#endif
