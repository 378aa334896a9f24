@testable import DSP

extension Biquad {
  /// Both poles inside the unit circle, which is the triangle |a₂| < 1, |a₁| < 1 + a₂, and all parameters finite.
  var isStable: Bool {
    let square = frequency * frequency
    return square > 0 && damping > square && 2 * damping < 4 + square && direct.isFinite && bandGain.isFinite
      && lowGain.isFinite
  }

  /// Both zeros inside the unit circle.
  ///
  /// The numerator over `direct` is u² + (damping + bandGain·frequency/direct)u + (1 + lowGain/direct)·frequency², with
  /// u = z - 1: of the form of the denominator.
  var hasZerosInside: Bool {
    let square = (1 + lowGain / direct) * frequency * frequency
    let damping = damping + bandGain * frequency / direct
    return square > 0 && damping > square && 2 * damping < 4 + square
  }

  /// Whether no parameter differs by more than `bound` of its own size and that of the greatest gain.
  func isWithin(_ bound: Double, of other: Biquad) -> Bool {
    let gain = max(1, abs(direct), abs(bandGain), abs(lowGain))
    return abs(frequency - other.frequency) <= bound * frequency && abs(damping - other.damping) <= bound * damping
      && abs(direct - other.direct) <= bound * gain && abs(bandGain - other.bandGain) <= bound * gain
      && abs(lowGain - other.lowGain) <= bound * gain
  }
}
