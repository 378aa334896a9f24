/// The discrete Fourier transform of real numbers: kissfft's C++ template, which is in its header alone, behind C.
#ifndef CFOURIER_H
#define CFOURIER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Transforms `count` real samples; `count` is a power of two, at least 4.
///
/// `result` gets `count / 2` complex numbers, real and imaginary parts in turn, not normalised. Number k is at
/// k / `count` of the sample rate; number 0 has the value at half the rate in place of its imaginary part.
void fourier_transform(const double *samples, size_t count, double *result);

#ifdef __cplusplus
}
#endif

#endif
