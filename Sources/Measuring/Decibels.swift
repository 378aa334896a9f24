import Glibc

/// Decibels and amplitudes.
enum Decibels {
  /// What 0 is drawn as.
  static let least: Double = -240

  static func of(_ amplitude: Double) -> Double {
    amplitude > 0 ? max(least, 20 * log10(amplitude)) : least
  }
}

extension Double {
  /// To so many digits after the point: what is drawn needs no more, and reports stay small.
  func rounded(digits: Int) -> Float {
    let factor = pow(10, Double(digits))
    // The sum has no negative zero.
    return Float((self * factor).rounded() / factor) + 0
  }

  /// To four digits in all.
  var compact: Float {
    guard self != 0, isFinite else { return Float(self) }
    return rounded(digits: 3 - Int(log10(abs(self)).rounded(.down)))
  }
}
