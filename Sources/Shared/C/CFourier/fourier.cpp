#include "CFourier.h"

#include <cmath>
#include <kissfft/kissfft.hh>
#include <map>

extern "C" void fourier_transform(const double *samples, size_t count, double *result) {
  // The factors of a length take as long as several transforms. kissfft has memory of its own, so each thread has others.
  static thread_local std::map<size_t, kissfft<double>> transforms;
  auto &transform = transforms.try_emplace(count, count / 2, false).first->second;
  // SAFETY: std::complex<double> has the layout of two doubles (C++11, 26.4).
  transform.transform_real(samples, reinterpret_cast<std::complex<double> *>(result));
}
