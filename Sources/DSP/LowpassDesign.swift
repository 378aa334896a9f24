/// Coefficients of one second-order section of the lowpass, from hertz and Q.
///
/// The analog prototype is 1/(s² + s/Q + 1), carried over by the bilinear transform with the cutoff kept.
public struct LowpassDesign {
  private let rate: Double

  /// - Parameter rate: frames a second.
  public init(rate: Double) { self.rate = rate }

  /// - Parameters:
  ///   - cutoff: in hertz, above 0; limited to 0.49 of the rate.
  ///   - q: the level at the cutoff, as an amplitude, above 0.
  public func biquad(cutoff: Double, q: Double) -> Biquad {
    let angle = Double.pi * min(cutoff / rate, 0.49)
    let g = sine(angle) / cosine(angle)
    let scale = 1 / (1 + g / q + g * g)
    let squared = 4 * g * g * scale
    let root = squareRoot(squared)
    let direct = g * g * scale
    let a1 = 2 * (g * g - 1) * scale
    return Biquad(
      frequency: root, damping: 2 * g / q * scale + squared, direct: direct, bandGain: direct * (2 - a1) / root,
      lowGain: 1 - direct)
  }
}
