import Foundation
import Support

/// Stimuli and measurements.
enum Signals {
  /// Returns white noise between -`level` and `level`. The seed determines the samples.
  static func noise(_ count: Int, level: Float = 0.25, seed: UInt64) -> [Float] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in Float.random(in: -level...level, using: &generator) }
  }

  static func sine(_ count: Int, frequency: Double, rate: Double, level: Double = 0.5) -> [Float] {
    (0..<count).map { Float(level * sin(2 * .pi * frequency / rate * Double($0))) }
  }

  static func impulse(_ count: Int) -> [Float] { [1] + [Float](repeating: 0, count: count - 1) }

  /// Returns the magnitude of the Fourier transform of `samples` at one frequency.
  static func magnitude(_ samples: [Float], frequency: Double, rate: Double) -> Double {
    let angle = 2 * .pi * frequency / rate
    let (turnReal, turnImaginary) = (cos(angle), -sin(angle))
    var (real, imaginary, x, y) = (0.0, 0.0, 1.0, 0.0)
    for (index, sample) in samples.enumerated() {
      if index % 1024 == 0 { (x, y) = (cos(angle * Double(index)), -sin(angle * Double(index))) }
      real += Double(sample) * x
      imaginary += Double(sample) * y
      (x, y) = (x * turnReal - y * turnImaginary, x * turnImaginary + y * turnReal)
    }
    return (real * real + imaginary * imaginary).squareRoot()
  }

  /// Returns the spurious energy of a tone, such as that of clicks and zipper noise: the energy of the first second of
  /// `samples` more than 200 Hz away from `frequency`, in decibels relative to the whole, with a Hann window.
  static func spurious(_ samples: [Float], around frequency: Int, rate: Int) -> Double {
    let second = samples.prefix(rate).enumerated().map { index, sample in
      sample * Float(0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(rate)))
    }
    // Parseval's theorem. The bins are 1 Hz apart, and negative frequencies have the same energy as positive ones.
    let whole = second.reduce(0.0) { $0 + Double($1) * Double($1) } * Double(rate)
    let near = (frequency - 200...frequency + 200).reduce(0.0) {
      let bin = magnitude(second, frequency: Double($1), rate: Double(rate))
      return $0 + 2 * bin * bin
    }
    return 10 * log10(max(1 - near / whole, 1e-15))
  }

  static func peak(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }

  static func level(_ samples: some Collection<Float>) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return 10 * log10(power)
  }

  /// Whether no sample is infinite or NaN.
  static func areFinite(_ samples: some Sequence<Float>) -> Bool { samples.allSatisfy(\.isFinite) }

  /// Returns the largest difference between two signals.
  static func difference(_ a: [Float], _ b: [Float]) -> Float {
    zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}
