#include "CFourier.h"

#include <cmath>
#include <kissfft/kissfft.hh>

extern "C" void fourier_transform(const double *samples, size_t count, double *result) {
  // SAFETY: std::complex<double> has the layout of two doubles (C++11, 26.4).
  kissfft<double>(count / 2, false).transform_real(samples, reinterpret_cast<std::complex<double> *>(result));
}
