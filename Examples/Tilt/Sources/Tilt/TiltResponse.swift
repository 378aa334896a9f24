import LV2Math

/// The filter of the tilt. The effect and its window both use it.
///
/// A lowpass of first order divides the signal into its low and its high frequencies. Each part has a gain.
public struct TiltResponse {
  /// The coefficient of the lowpass.
  public let coefficient: Float
  public let lowGain, highGain: Float

  /// - Parameters:
  ///   - pivot: the cutoff of the lowpass in hertz.
  ///   - slope: the gain of the high frequencies in decibels.
  ///   - gain: the gain of all frequencies in decibels.
  ///   - rate: the sample rate in hertz.
  public init(pivot: Float, slope: Float, gain: Float, rate: Float) {
    coefficient = 1 - exp(-6.2831853 * pivot / rate)
    lowGain = amplitude(decibels: gain - slope)
    highGain = amplitude(decibels: gain + slope)
  }

  /// The power gain at a frequency.
  ///
  /// - Parameter turns: the frequency as a part of the sample rate, up to 0.5.
  public func power(at turns: Float) -> Float {
    let pole = 1 - coefficient
    let last = highGain * pole
    let first = highGain + (lowGain - highGain) * coefficient
    let sine = sine(turns: 0.5 * turns)
    // |a - b·z⁻¹|² of the numerator and of the denominator.
    func square(_ a: Float, _ b: Float) -> Float { (a - b) * (a - b) + 4 * a * b * sine * sine }
    return square(first, last) / square(1, pole)
  }
}
