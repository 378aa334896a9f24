import Foundation

/// The magnitudes of the analog prototypes, in decibels, at a frequency relative to their own.
enum AnalogPrototype {
  /// H(s) = (s² + s·A/Q + 1)/(s² + s/(A·Q) + 1), A = 10^(decibels/40).
  static func bell(at ratio: Double, q: Double, decibels: Double) -> Double {
    let amplitude = pow(10, decibels / 40)
    return level(at: ratio, damping: amplitude / q) - level(at: ratio, damping: 1 / (amplitude * q))
  }

  /// 1/(s² + s/Q + 1) for one section. More sections have the dampings of a Butterworth polynomial.
  static func lowpass(at ratio: Double, q: Double, sections: Int) -> Double {
    var sum = 0.0
    for index in 0..<sections {
      let butterworth = 2 * cos(Double.pi * Double(2 * index + 1) / Double(4 * sections))
      sum -= level(at: ratio, damping: index == sections - 1 ? butterworth / (2.0.squareRoot() * q) : butterworth)
    }
    return sum
  }

  /// |s² + damping·s + 1| at s = i·ratio, in decibels. The product for 1 - ratio² is exact at the resonance.
  private static func level(at ratio: Double, damping: Double) -> Double {
    20 * log10(hypot((1 - ratio) * (1 + ratio), damping * ratio))
  }
}
