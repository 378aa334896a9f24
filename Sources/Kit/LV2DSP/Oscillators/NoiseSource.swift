/// White noise, evenly distributed from -1 to 1, and pink noise, which is white noise after filters.
///
/// The noise is the same after each reset.
public struct NoiseSource: Sendable {
  private var whiteNoise = WhiteNoise()
  /// The filters of the pink noise: a pole and a zero each.
  private var filters = InlineArray<16, PinkFilter>(repeating: PinkFilter())
  private var count = 0
  private var last = 0.0
  /// The gain that gives the pink noise a mean square of 1/3, as the white noise has.
  private var pinkGain = 1.0

  /// Poles at octaves, and zeros half an octave above them, give -3 dB per octave: below the first pole the noise is white. The
  /// sum of two successive values corrects the rise of these filters near half the sample rate: within 0.3 dB up to 0.45 of it.
  ///
  /// - Parameter rate: sample rate in hertz.
  public init(rate: Double) {
    var pole = Self.lowestPole
    while count < 16 && pole < 0.5 * rate {
      filters[count] = PinkFilter(pole: pole / rate, zero: min(pole * 1.4142135623730951 / rate, 0.5))
      pole *= 2
      count += 1
    }
    pinkGain = 1 / squareRoot(meanPower)
  }

  /// The share of the earlier one of two successive values.
  private static var smoothing: Double { 0.09 }
  /// In hertz.
  private static var lowestPole: Double { 10 }

  public mutating func reset() {
    (whiteNoise, last) = (WhiteNoise(), 0)
    for index in 0..<count { filters[index].reset() }
  }

  /// A sample of white noise, -1 to 1.
  @inline(__always)
  public mutating func white() -> Double { whiteNoise.next() }

  /// A sample whose power falls by 3 dB per octave above 10 Hz, with the mean square of the white noise. Peaks exceed 1.
  public mutating func pink() -> Double {
    var value = white() * pinkGain
    for index in 0..<count { value = filters[index].next(value) }
    defer { last = value }
    return value + Self.smoothing * last
  }

  /// The mean of the squared magnitude of the filters from 0 Hz to half the sample rate: Simpson's rule on a grid whose points
  /// are at equal ratios.
  private var meanPower: Double {
    let points = 4000
    let ratio = exponential(-12.0 / Double(points))
    // From pi·e^-12 on; below it the noise is white.
    var (angle, sum) = (Double.pi, 0.0)
    for _ in 0..<points {
      let next = angle * ratio
      let middle = 0.5 * (angle + next)
      sum += (angle - next) / 6 * (power(at: angle) + 4 * power(at: middle) + power(at: next))
      angle = next
    }
    return (sum + angle * power(at: angle)) / Double.pi
  }

  /// The power of the pink noise relative to that of the white noise, at an angular frequency in radians per frame.
  package func pinkPower(at angle: Double) -> Double { pinkGain * pinkGain * power(at: angle) }

  private func power(at angle: Double) -> Double {
    let c = cosine(angle)
    var power = 1 + 2 * Self.smoothing * c + Self.smoothing * Self.smoothing
    for index in 0..<count { power *= filters[index].power(c) }
    return power
  }
}

/// A pole and a zero on the real axis: y = x - zero·x' + pole·y', with the values of the frame before.
private struct PinkFilter: Sendable {
  private var pole = 0.0
  private var zero = 0.0
  private var input = 0.0
  private var output = 0.0

  init() {}

  /// - Parameters:
  ///   - pole: the frequency of the pole divided by the sample rate.
  ///   - zero: that of the zero.
  init(pole: Double, zero: Double) {
    self.pole = exponential(-2 * Double.pi * pole)
    self.zero = exponential(-2 * Double.pi * zero)
  }

  mutating func reset() { (input, output) = (0, 0) }

  mutating func next(_ x: Double) -> Double {
    output = x - zero * input + pole * output
    input = x
    return output
  }

  func power(_ cosine: Double) -> Double {
    (1 - 2 * zero * cosine + zero * zero) / (1 - 2 * pole * cosine + pole * pole)
  }
}
