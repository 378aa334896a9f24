import Glibc

/// A filter of an equalizer, as an analog prototype.
///
/// Q is that of R. Bristow-Johnson's Audio EQ Cookbook, from which the responses are.
struct EQFilter: Equatable {
  /// In the order of the choices of the control `type` of the parametric EQ.
  enum Kind: Int {
    case bell, lowShelf, highShelf, lowpass, highpass, notch, bandpass, allpass, tilt

    /// Whether its gain is a parameter, so that other filters of the kind can replace it.
    var hasGain: Bool { rawValue <= Kind.highShelf.rawValue || self == .tilt }
  }

  /// The signal that a filter changes, in the order of the choices of the control `channel` of the parametric EQ.
  enum Channel: Int {
    case stereo, left, right, mid, side
  }

  var kind: Kind
  var channel = Channel.stereo
  /// In hertz.
  var frequency: Double
  /// In decibels.
  var gain = 0.0
  var q: Double

  /// The level at a frequency in decibels; at least -200 dB.
  func level(at hertz: Double) -> Double {
    let ratio = hertz / frequency
    let amplitude = pow(10, gain / 40)
    switch kind {
    case .bell: return quadratic(ratio, damping: amplitude / q) - quadratic(ratio, damping: 1 / (amplitude * q))
    case .lowShelf: return shelf(1 / ratio)
    case .highShelf: return shelf(ratio)
    case .lowpass: return -quadratic(ratio, damping: 1 / q)
    case .highpass: return -quadratic(1 / ratio, damping: 1 / q)
    case .notch: return decibels((1 - ratio * ratio) * (1 - ratio * ratio)) - quadratic(ratio, damping: 1 / q)
    case .bandpass: return decibels(ratio * ratio / (q * q)) - quadratic(ratio, damping: 1 / q)
    case .allpass: return 0
    case .tilt: return shelf(ratio) - 0.5 * gain
    }
  }

  /// Makes a high shelf a tilt if the preamplification of its channel completes it to one: *Copy as EqualizerAPO* writes tilts so.
  ///
  /// - Parameter preamp: the preamplification in the line before the filter, in decibels.
  /// - Returns: whether the filter contains the preamplification now.
  mutating func becomesTilt(preamp: Double) -> Bool {
    guard kind == .highShelf, abs(preamp + 0.5 * gain) < 1e-5 else { return false }
    kind = .tilt
    return true
  }

  /// A high shelf. Both its quadratics have the same Q.
  private func shelf(_ ratio: Double) -> Double {
    let root = pow(10, gain / 80)
    return quadratic(ratio * root, damping: 1 / q) - quadratic(ratio / root, damping: 1 / q)
  }

  /// The level of s² + damping·s + 1.
  private func quadratic(_ ratio: Double, damping: Double) -> Double {
    let real = 1 - ratio * ratio
    return decibels(real * real + damping * damping * ratio * ratio)
  }

  private func decibels(_ power: Double) -> Double { 10 * log10(max(power, 1e-20)) }
}
