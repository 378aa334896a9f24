/// Coefficients of the peaking EQ, from hertz, Q and decibels.
///
/// The analog prototype is that of R. Bristow-Johnson's Audio EQ Cookbook, H(s) = (s² + s·A/Q + 1)/(s² + s/(A·Q) + 1)
/// with A = 10^(decibels/40), carried over by the bilinear transform with the centre frequency kept.
public struct BellDesign {
  private let rate: Double

  /// - Parameter rate: frames a second.
  public init(rate: Double) { self.rate = rate }

  /// - Parameters:
  ///   - frequency: the centre, in hertz, above 0; limited to 0.49 of the rate.
  ///   - q: the cookbook's Q, above 0.
  ///   - decibels: the level at the centre. 0 gives the identity, exactly.
  public func biquad(frequency: Double, q: Double, decibels: Double) -> Biquad {
    let angle = Double.pi * min(frequency / rate, 0.49)
    let g = sine(angle) / cosine(angle)
    let amplitude = exponential(decibels * 0.057564627324851146)
    let pole = g / (q * amplitude)
    let zero = g * amplitude / q
    let scale = 1 / (1 + pole + g * g)
    let boost = (zero - pole) * scale
    let squared = 4 * g * g * scale
    let root = squareRoot(squared)
    let a1 = 2 * (g * g - 1) * scale
    return Biquad(
      frequency: root, damping: 2 * pole * scale + squared, direct: 1 + boost, bandGain: -a1 * boost / root,
      lowGain: -boost)
  }
}
