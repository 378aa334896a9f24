/// The magnitude response of a comb filter with the actual taps of its delay line.
public struct CombResponse {
  /// The delay of the delay line, in frames.
  public let lineDelay: Double
  private let feedback, inputGain, echoGain: Double
  private let loopFilter: LoopFilter
  private let delay: FractionalDelay

  /// The filter in the loop.
  private enum LoopFilter {
    case lowpass(coefficient: Double)
    case bandpass(LoopBandpass)
  }

  public init(_ parameters: CombFilter.Parameters) {
    self.init(
      parameters.delay, feedback: parameters.feedback, inputGain: parameters.inputGain, echoGain: parameters.echoGain,
      .lowpass(coefficient: parameters.lowpassCoefficient))
  }

  /// The response of a tuned comb.
  ///
  /// - Parameters:
  ///   - loop: its loop.
  ///   - dry: the gain of the input in the output.
  ///   - wet: the gain of the ringing in the output.
  public init(_ loop: TunedLoop, dry: Double, wet: Double) {
    self.init(
      loop.delay, feedback: loop.feedback, inputGain: dry, echoGain: wet * loop.level, .bandpass(loop.bandpass))
  }

  private init(_ delay: Double, feedback: Double, inputGain: Double, echoGain: Double, _ loopFilter: LoopFilter) {
    lineDelay = delay
    (self.feedback, self.inputGain, self.echoGain) = (feedback, inputGain, echoGain)
    self.loopFilter = loopFilter
    self.delay = FractionalDelay(delay)
  }

  /// The frequency of the magnitude's peak near `angle`, both in radians per frame. `angle` if there is no peak.
  ///
  /// Near a peak the inverse of the power is almost a parabola. Each round moves to the minimum of the parabola through
  /// three values, which get closer. Five rounds locate a peak at a distance of 10 % within 0.01 cents.
  func peak(near angle: Double) -> Double {
    var (peak, reach) = (angle, 0.1 * angle)
    for _ in 0..<5 {
      let (below, above) = (inversePower(at: peak - reach), inversePower(at: peak + reach))
      let center = inversePower(at: peak)
      let curvature = below - 2 * center + above
      guard curvature > 0 else { return angle }
      peak += reach * max(-1, min(1, 0.5 * (below - above) / curvature))
      reach *= 0.3
    }
    return peak
  }

  /// 1/|H|² at an angular frequency.
  private func inversePower(at angle: Double) -> Double { inversePower(of: delayed(at: angle)) }

  /// |H|² for a response P of the delay line and the lowpass.
  ///
  /// Over a frequency range in which the phase of P makes a turn and its magnitude is constant, the power has its extremes
  /// where P is real.
  public func power(of delayed: Delayed) -> Double { 1 / inversePower(of: delayed) }

  /// A response of the delay line and the lowpass.
  public typealias Delayed = (real: Double, imaginary: Double)

  /// 1/|H|². H = (inputGain + (echoGain - inputGain·feedback)·P)/(1 - feedback·P).
  @inline(__always)
  private func inversePower(of delayed: Delayed) -> Double {
    let (real, imaginary) = delayed
    let loop = echoGain - inputGain * feedback
    let above = SIMD2(inputGain + loop * real, loop * imaginary)
    let below = SIMD2(1 - feedback * real, feedback * imaginary)
    return (below[0] * below[0] + below[1] * below[1]) / max(above[0] * above[0] + above[1] * above[1], 1e-30)
  }

  /// The response P of the delay line and the filter in the loop at an angular frequency, in radians per frame.
  public func delayed(at angle: Double) -> Delayed {
    let (c, s) = (cosine(angle), sine(angle))
    var (real, imaginary) = (0.0, 0.0)
    var tap = FractionalDelay.taps - 1
    while tap >= 0 {
      let weight = tap < 4 ? delay.older[tap] : delay.newer[tap - 4]
      (real, imaginary) = (real * c - imaginary * s + weight, real * s + imaginary * c)
      tap -= 1
    }
    let turn = angle * Double(delay.reach)
    let (turnReal, turnImaginary) = (cosine(turn), -sine(turn))
    (real, imaginary) = (real * turnReal - imaginary * turnImaginary, real * turnImaginary + imaginary * turnReal)
    let filter = loopFilter(c, s)
    return (
      real * filter.real - imaginary * filter.imaginary, real * filter.imaginary + imaginary * filter.real
    )
  }

  /// The response of the filter in the loop for the cosine and the sine of an angular frequency.
  private func loopFilter(_ c: Double, _ s: Double) -> Delayed {
    switch loopFilter {
    case .lowpass(let coefficient):
      let pole = 1 - coefficient
      let (x, y) = (1 - pole * c, pole * s)
      let share = coefficient / (x * x + y * y)
      return (share * x, -share * y)
    case .bandpass(let bandpass): return bandpass.response(c, s)
    }
  }
}
