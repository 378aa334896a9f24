import Foundation

@testable import DSP

extension SVFCoefficients {
  /// The magnitude at a frequency, in decibels.
  func level(at frequency: Double, rate: Double) -> Double {
    let response = response(at: 2 * Double.pi * frequency / rate)
    return 20 * log10(hypot(response.real, response.imaginary))
  }

  /// Whether both poles are inside the unit circle (the triangle |a₂| < 1, |a₁| < 1 + a₂), and all coefficients are finite.
  var isStable: Bool {
    Self.areInside(decay: damping + leak, square: square) && inputGain.isFinite && bandGain.isFinite
      && lowGain.isFinite
  }

  /// Whether both zeros are inside the unit circle. The numerator divided by `inputGain` has the form of the denominator.
  var hasZerosInside: Bool {
    Self.areInside(
      decay: damping + leak + (bandGain * frequency + lowGain * leak) / inputGain,
      square: (1 + lowGain / inputGain) * square)
  }

  private var square: Double { frequency * frequency + damping * leak }

  /// Whether the roots of u² + decay·u + square, u = z - 1, have z inside the unit circle.
  private static func areInside(decay: Double, square: Double) -> Bool {
    square > 0 && decay > square && 2 * decay < 4 + square
  }

  /// Whether no coefficient differs by more than `bound` times its own value, or the largest gain for the gains.
  func isWithin(_ bound: Double, of other: SVFCoefficients) -> Bool {
    let gain = max(1, abs(inputGain), abs(bandGain), abs(lowGain))
    return abs(frequency - other.frequency) <= bound * frequency && abs(damping - other.damping) <= bound * damping
      && abs(leak - other.leak) <= bound * leak
      && abs(inputGain - other.inputGain) <= bound * gain && abs(bandGain - other.bandGain) <= bound * gain
      && abs(lowGain - other.lowGain) <= bound * gain
  }
}

extension LowpassDesign {
  /// The only section of a lowpass of 12 dB per octave.
  func coefficients(cutoff: Double, q: Double) -> SVFCoefficients {
    section(0, of: 1, corner: corner(at: cutoff), q: q)
  }
}
