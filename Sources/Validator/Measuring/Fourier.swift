import CFourier
import Glibc

/// The discrete Fourier transform of a real signal: the bins from 0 to half the sample rate, not normalized.
struct Fourier {
  /// Bin k has the frequency k / `length` of the sample rate.
  let real, imaginary: [Double]
  /// The length of the signal, in samples.
  let length: Int

  /// - Precondition: the number of samples is a power of two and at least 4.
  init(_ samples: [Float]) {
    length = samples.count
    precondition(length >= 4 && length & (length - 1) == 0)
    var result = [Double](repeating: 0, count: length)
    fourier_transform(samples.map(Double.init), length, &result)
    real = stride(from: 0, to: length, by: 2).map { result[$0] } + [result[1]]
    imaginary = [0] + stride(from: 3, to: length, by: 2).map { result[$0] } + [0]
  }

  func magnitude(_ bin: Int) -> Double { (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]).squareRoot() }
}

extension Double {
  /// The level of this amplitude, at least -240 dB, so that a plot can show an amplitude of 0.
  var decibels: Double { self > 0 ? max(-240, 20 * log10(self)) : -240 }
}
