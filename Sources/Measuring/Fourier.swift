import CFourier

/// The spectrum of a real signal from 0 to half the rate.
struct Fourier {
  /// Numbers 0 to half the length; number k is at k / length of the rate. Not normalised.
  let real: [Double]
  let imaginary: [Double]
  /// Of the signal, in samples.
  let length: Int

  /// - Parameter samples: their number is a power of two, at least 4.
  init(_ samples: [Float]) {
    length = samples.count
    precondition(length >= 4 && length & (length - 1) == 0)
    var result = [Double](repeating: 0, count: length)
    fourier_transform(samples.map(Double.init), length, &result)
    real = stride(from: 0, to: length, by: 2).map { result[$0] } + [result[1]]
    imaginary = [0] + stride(from: 3, to: length, by: 2).map { result[$0] } + [0]
  }

  func magnitude(_ index: Int) -> Double {
    (real[index] * real[index] + imaginary[index] * imaginary[index]).squareRoot()
  }
}
