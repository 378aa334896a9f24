import CMath

/// Fourier transforms of one length, after J. W. Cooley and J. W. Tukey.
final class FourierTransform {
  /// The number of values, a power of two.
  let count: Int
  /// e^(-2πi·k/count) for k below count/2.
  private var cosines, sines: [Double]

  init(count: Int) {
    self.count = count
    cosines = []
    sines = []
    for index in 0..<count / 2 {
      let angle = 2 * Double.pi * Double(index) / Double(count)
      cosines.append(cos(angle))
      sines.append(-sin(angle))
    }
  }

  /// Transforms complex values in place.
  func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    var reversed = 0
    for index in 1..<count {
      var bit = count >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
    var half = 1
    while half < count {
      let stride = count / (2 * half)
      var start = 0
      while start < count {
        for offset in 0..<half {
          let (c, s) = (cosines[offset * stride], sines[offset * stride])
          let (upper, lower) = (start + offset, start + offset + half)
          let x = real[lower] * c - imaginary[lower] * s
          let y = real[lower] * s + imaginary[lower] * c
          (real[lower], imaginary[lower]) = (real[upper] - x, imaginary[upper] - y)
          (real[upper], imaginary[upper]) = (real[upper] + x, imaginary[upper] + y)
        }
        start += 2 * half
      }
      half *= 2
    }
  }
}
