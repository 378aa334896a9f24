import CFourier
import Glibc

/// Bands of half an octave of frequency.
struct HalfOctaves {
  /// The center of the lowest band, in hertz.
  let lowest: Double
  let count: Int

  static let step = 2.0.squareRoot()

  /// The Hann window.
  static func window(_ count: Int) -> [Double] {
    (0..<count).map { 1 - cos(2 * .pi * Double($0) / Double(count)) }
  }

  /// The power of each band.
  ///
  /// - Parameter window: as long as the samples, a power of 2.
  func powers(_ samples: ArraySlice<Float>, window: [Double], rate: Double) -> [Double] {
    var spectrum = [Double](repeating: 0, count: window.count)
    fourier_transform(zip(samples, window).map { Double($0) * $1 }, window.count, &spectrum)
    return (0..<count).map { band in
      let center = lowest * pow(Self.step, Double(band)) / rate * Double(window.count)
      let bins = Int(center / Self.step.squareRoot())..<Int(center * Self.step.squareRoot())
      return bins.reduce(0) { $0 + spectrum[2 * $1] * spectrum[2 * $1] + spectrum[2 * $1 + 1] * spectrum[2 * $1 + 1] }
    }
  }
}
