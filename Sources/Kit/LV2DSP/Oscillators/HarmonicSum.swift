/// Band-limited square and saw waves: the sum of all harmonics below half the sample rate, and therefore without aliases.
///
/// Clenshaw's recurrence sums the harmonics of eight frames at once (C. W. Clenshaw, "A note on the summation of Chebyshev
/// series", 1955). From 0.4535 of the sample rate on, the harmonics become weaker, so that none appears suddenly while the
/// frequency moves.
package struct HarmonicSum {
  /// The lowest fundamental in hertz: it limits the number of harmonics.
  package static var lowest: Double { 20 }
  /// The frequency from which harmonics are weaker, and that from which there are none, relative to the sample rate.
  private static var edge: Double { 0.4535 }
  private static var end: Double { 0.5 }

  /// Whether there are only odd harmonics: a square wave instead of a saw.
  package let isSquare: Bool

  package init(isSquare: Bool) { self.isSquare = isSquare }

  /// Returns the wave in eight frames: nominally -1 to 1, with the overshoot of a band-limited step.
  ///
  /// - Parameters:
  ///   - sines: the sines of the phases.
  ///   - cosines: the cosines of the phases.
  ///   - ratio: the fundamental divided by the sample rate.
  package func callAsFunction(_ sines: SIMD8<Double>, _ cosines: SIMD8<Double>, ratio: Double) -> SIMD8<Double> {
    // Odd harmonics are those of sin w + sin 3w ..., with the step 2w.
    let factor = isSquare ? 4 * cosines * cosines - SIMD8(repeating: 2) : cosines + cosines
    let stride = isSquare ? 2 : 1
    var number = Int(Self.end / ratio)
    if isSquare && number & 1 == 0 { number -= 1 }
    var (sum, before) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    while number > 0 {
      let next = (SIMD8(repeating: Self.weight(number, ratio)) - before).adding(factor, times: sum)
      (sum, before) = (next, sum)
      number -= stride
    }
    return isSquare ? (4 / Double.pi) * (sines * (sum + before)) : (2 / Double.pi) * (sines * sum)
  }

  /// The amplitude of a harmonic: the inverse of its number below the edge.
  @inline(__always)
  package static func weight(_ number: Int, _ ratio: Double) -> Double {
    let place = (end - Double(number) * ratio) * (1 / (end - edge))
    return min(place, 1) / Double(number)
  }
}
