/// The spectrum of a tone: lines at its harmonics, or noise in bands, or the level of a sweep.
///
/// Powers are relative to that of a sine of full scale.
public struct ToneSpectrum {
  public var settings: ToneSettings
  private let rate: Double
  private let noise: NoiseSource

  /// - Parameter rate: sample rate in hertz.
  public init(_ settings: ToneSettings, rate: Double) {
    self.settings = settings
    self.rate = rate
    noise = NoiseSource(rate: rate)
  }

  /// The square of the amplitude for a wave with a peak of 1.
  private var scale: Double { settings.gain * settings.gain }

  // MARK: Lines

  /// Whether the spectrum consists of lines.
  public var hasLines: Bool {
    switch settings.wave {
    case .sine, .square, .saw, .impulses: true
    case .white, .pink, .sweep: false
    }
  }

  /// The frequency of the first line, in hertz.
  public var fundamental: Double {
    let frequency = settings.frequency(rate: rate)
    return settings.wave == .square || settings.wave == .saw ? max(frequency, HarmonicSum.lowest) : frequency
  }

  /// The first line above a frequency, or nil.
  ///
  /// - Parameter frequency: hertz, at least 0.
  public func line(above frequency: Double) -> (frequency: Double, power: Double)? {
    guard hasLines else { return nil }
    var number = Int(frequency / fundamental) + 1
    if settings.wave == .square && number & 1 == 0 { number += 1 }
    if settings.wave == .sine && number > 1 { return nil }
    let place = Double(number) * fundamental
    let amplitude = amplitude(ofHarmonic: number)
    return place < 0.5 * rate && amplitude > 0 ? (place, scale * amplitude * amplitude) : nil
  }

  private func amplitude(ofHarmonic number: Int) -> Double {
    let ratio = fundamental / rate
    switch settings.wave {
    case .square: return 4 / Double.pi * HarmonicSum.weight(number, ratio)
    case .saw: return 2 / Double.pi * HarmonicSum.weight(number, ratio)
    // An impulse of one frame in each period.
    case .impulses: return 2 * ratio
    default: return 1
    }
  }

  // MARK: Noise and sweeps

  /// The power of noise in a third of an octave, or of a sweep while it passes; 0 for another wave.
  ///
  /// - Parameter frequency: the center in hertz.
  public func power(at frequency: Double) -> Double {
    switch settings.wave {
    case .white, .pink:
      // 2^(1/6) is the ratio of the upper edge to the center.
      let (lower, upper) = (frequency / 1.122462048309373, min(frequency * 1.122462048309373, 0.5 * rate))
      guard lower < upper else { return 0 }
      // The effective value of the wave has the power 1/3, and a sine the power 1/2.
      let share = (upper - lower) / (0.5 * rate)
      let density = settings.wave == .pink ? noise.pinkPower(at: 2 * Double.pi * frequency / rate) : 1
      return scale * 2 / 3 * share * density
    case .sweep: return LogSweep.range(rate: rate).contains(frequency) ? scale : 0
    default: return 0
    }
  }
}
