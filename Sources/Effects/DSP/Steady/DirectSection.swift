/// A steady section in the direct form II, with an input gain of 1:
/// ```
/// u[n] = x[n] + first·u[n-1] + second·u[n-2]
/// y[n] = x[n] + near·u[n-1] + far·u[n-2]
/// ```
/// It needs four products of a frame, and an SVF seven. In double precision the large states at low frequencies, about
/// (rate/(2π·frequency))² times the input, still leave rounding errors below -160 dB for 20 Hz at 768 kHz. The states of the SVF are a
/// linear function of `u[n-1]` and `u[n-2]` that depends on the poles only, so a filter changes its form at any time.
struct DirectSection {
  let first, second, near, far: Double
  /// The gain by which the output has to be multiplied.
  let gain: Double
  private let poles: SVFCoefficients
  private let square: Double

  /// The smallest input gain that can be extracted.
  private static var leastGain: Double { 1e-9 }

  init(_ c: SVFCoefficients) {
    poles = c
    square = c.frequency * c.frequency + c.damping * c.leak
    first = 2 - (c.damping + c.leak)
    second = (c.damping + c.leak) - 1 - square
    gain = c.inputGain
    let slope = (c.bandGain * c.frequency + c.lowGain * c.leak) / c.inputGain
    near = slope
    far = c.lowGain * square / c.inputGain - slope
  }

  /// The output equals the input, and the states stay zero.
  static var identity: DirectSection { DirectSection() }

  private init() {
    (first, second, near, far, gain, square) = (0, 0, 0, 0, 1, 1)
    poles = .identity
  }

  /// Whether a section has this form: its poles are not at 0 Hz, and its output contains enough of the input.
  static func exists(for c: SVFCoefficients) -> Bool { abs(c.inputGain) > leastGain && c.frequency > 0 }

  /// (u[n-1], u[n-2]) for the states of the SVF.
  func direct(_ state: SVFState<Double>) -> SIMD2<Double> {
    let difference = state.band / poles.frequency
    let far = (state.low - poles.leak * difference) / square
    return SIMD2(far + difference, far)
  }

  /// The states of the SVF for u[n-1] and u[n-2].
  func state(_ last: Double, _ beforeLast: Double) -> SVFState<Double> {
    let difference = last - beforeLast
    return SVFState(
      band: poles.frequency * difference, low: poles.leak * difference + square * beforeLast)
  }

  /// A number that swallows values of u whose states in the SVF are silence.
  var rounding: Double { Silence.rounding / square }
}
