@testable import DSP

extension Biquad {
  /// Both poles inside the unit circle, which is the triangle |a₂| < 1, |a₁| < 1 + a₂, and all parameters finite.
  var isStable: Bool {
    Self.areInside(decay: damping + leak, square: square) && direct.isFinite && bandGain.isFinite && lowGain.isFinite
  }

  /// Both zeros inside the unit circle.
  ///
  /// The numerator over `direct` is of the form of the denominator.
  var hasZerosInside: Bool {
    Self.areInside(
      decay: damping + leak + (bandGain * frequency + lowGain * leak) / direct, square: (1 + lowGain / direct) * square)
  }

  private var square: Double { frequency * frequency + damping * leak }

  /// Whether the roots of u² + decay·u + square, u = z - 1, have z inside the unit circle.
  private static func areInside(decay: Double, square: Double) -> Bool {
    square > 0 && decay > square && 2 * decay < 4 + square
  }

  /// Whether no parameter differs by more than `bound` of its own size and that of the greatest gain.
  func isWithin(_ bound: Double, of other: Biquad) -> Bool {
    let gain = max(1, abs(direct), abs(bandGain), abs(lowGain))
    return abs(frequency - other.frequency) <= bound * frequency && abs(damping - other.damping) <= bound * damping
      && abs(leak - other.leak) <= bound * leak
      && abs(direct - other.direct) <= bound * gain && abs(bandGain - other.bandGain) <= bound * gain
      && abs(lowGain - other.lowGain) <= bound * gain
  }
}
