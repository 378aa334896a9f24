/// What passes through a comb at a frequency, with the taps that its line is really read with.
struct CombResponse {
  private let settings: CombSettings
  private let weights: TapWeights

  init(_ settings: CombSettings) {
    self.settings = settings
    weights = Interpolator.weights(settings.delay)
  }

  /// The frequency near `angle` at which most passes, both in radians a frame; `angle` where nothing stands out.
  ///
  /// Around a tooth the inverse of the power is nearly a parabola: each round goes to the lowest point of the one through
  /// three values, closer and closer together. Five rounds find within 0.01 cents what is a tenth away.
  func peak(near angle: Double) -> Double {
    var (peak, reach) = (angle, 0.1 * angle)
    var round = 0
    while round < 5 {
      let (below, above) = (inversePower(at: peak - reach), inversePower(at: peak + reach))
      let here = inversePower(at: peak)
      let bend = below - 2 * here + above
      guard bend > 0 else { return angle }
      peak += reach * max(-1, min(1, 0.5 * (below - above) / bend))
      reach *= 0.3
      round += 1
    }
    return peak
  }

  /// 1/|H|² at an angular frequency, for H = (direct + (echo - direct·feedback)·P)/(1 - feedback·P), where P is the line
  /// with the lowpass.
  private func inversePower(at angle: Double) -> Double {
    let (c, s) = (cosine(angle), sine(angle))
    var (real, imaginary) = (0.0, 0.0)
    var tap = Interpolator.taps - 1
    while tap >= 0 {
      let weight = tap < 4 ? weights.older[tap] : weights.newer[tap - 4]
      (real, imaginary) = (real * c - imaginary * s + weight, real * s + imaginary * c)
      tap -= 1
    }
    let turn = angle * Double(weights.reach)
    let (turnReal, turnImaginary) = (cosine(turn), -sine(turn))
    (real, imaginary) = (
      real * turnReal - imaginary * turnImaginary, real * turnImaginary + imaginary * turnReal
    )
    let pole = 1 - settings.openness
    let (x, y) = (1 - pole * c, pole * s)
    let share = settings.openness / (x * x + y * y)
    (real, imaginary) = (share * (real * x + imaginary * y), share * (imaginary * x - real * y))
    let rest = settings.echo - settings.direct * settings.feedback
    let above = SIMD2(settings.direct + rest * real, rest * imaginary)
    let below = SIMD2(1 - settings.feedback * real, settings.feedback * imaginary)
    return (below[0] * below[0] + below[1] * below[1]) / max(above[0] * above[0] + above[1] * above[1], 1e-30)
  }
}
