/// A sine, a square or a saw without aliases: the square and the saw are the sums of their harmonics below half the sample rate.
///
/// The cost is that of the harmonics: a saw of 100 Hz at 48 kHz has 240.
public struct Oscillator: Sendable {
  public enum Wave: Int, Sendable {
    case sine, square, saw
  }

  /// A change has an effect within eight frames.
  public var wave: Wave
  private let rate: Double
  private var phase = Phase()
  /// The next eight values, and the number of those that are used.
  private var values = SIMD8<Double>.zero
  private var used = 8

  /// - Parameter rate: the sample rate in hertz.
  public init(_ wave: Wave, rate: Double) {
    self.wave = wave
    self.rate = rate
  }

  /// Begins anew.
  ///
  /// - Parameter turns: the phase, 0 to below 1.
  public mutating func reset(turns: Double = 0) {
    phase = Phase(turns: Phase.step(turns))
    used = 8
  }

  /// Returns the present value and advances by a frame: -1 to 1, and up to 1.18 times that for a square and a saw, whose steps
  /// overshoot.
  ///
  /// - Parameter frequency: hertz, read once for eight frames. A square and a saw have at least 20 Hz, and all waves at most 0.49
  ///   of the sample rate.
  @inline(__always)
  public mutating func next(_ frequency: Float) -> Float {
    if used == 8 { compute(frequency) }
    let value = values[used]
    used += 1
    return Float(value)
  }

  @inline(never)
  private mutating func compute(_ frequency: Float) {
    let lowest = wave == .sine ? 0 : HarmonicSum.lowest
    let ratio = min(max(lowest, Double(frequency)) / rate, 0.49)
    let step = Phase.step(ratio)
    var (sines, cosines) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for index in 0..<8 {
      (sines[index], cosines[index]) = phase.sineCosine
      phase.advance(step)
    }
    values = wave == .sine ? sines : HarmonicSum(isSquare: wave == .square)(sines, cosines, ratio: ratio)
    used = 0
  }
}
