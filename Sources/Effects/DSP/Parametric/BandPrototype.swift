/// The analog prototype of a section: the squared magnitudes of its numerator and its denominator, as polynomials in
/// y = (w/w₀)².
///
/// The transfer functions are those of R. Bristow-Johnson's Audio EQ Cookbook. With A = 10^(decibels/40), both quadratics of a
/// shelf have the same Q, at the frequencies w₀·√A and w₀/√A. Its numerator is here divided by its value at 0 Hz.
struct BandPrototype {
  /// The coefficients of 1, y and y².
  var numerator: (Double, Double, Double)
  var denominator: (Double, Double, Double)
  /// The amplitude of the whole response.
  var gain = 1.0
  /// The frequencies of the numerator and the denominator in relation to w₀.
  var frequencies = (1.0, 1.0)
  /// Whether a fit may change the amplitude, instead of the zeros.
  var hasFixedZeros = false

  /// A quadratic of the frequency `ratio`·w₀, with the value 1 at 0 Hz. `square` is 1/ratio², `damping` is 1/Q².
  private static func quadratic(_ square: Double, _ damping: Double) -> (Double, Double, Double) {
    (1, (damping - 2) * square, square * square)
  }

  /// - Parameters:
  ///   - damping: 1/Q².
  ///   - amplitude: A, above 0.
  init(_ type: BandType, damping: Double, amplitude: Double) {
    denominator = Self.quadratic(1, damping)
    let root = squareRoot(amplitude)
    switch type {
    case .lowShelf:
      numerator = Self.quadratic(1 / amplitude, damping)
      denominator = Self.quadratic(amplitude, damping)
      frequencies = (root, 1 / root)
      gain = amplitude * amplitude
    case .highShelf, .tilt:
      numerator = Self.quadratic(amplitude, damping)
      denominator = Self.quadratic(1 / amplitude, damping)
      frequencies = (1 / root, root)
      if type == .tilt { gain = 1 / amplitude }
    case .highpass: numerator = (0, 0, 1)
    case .bandpass: numerator = (0, damping, 0)
    case .notch:
      numerator = (1, -2, 1)
      hasFixedZeros = true
    default: numerator = (1, 0, 0)
    }
  }
}
