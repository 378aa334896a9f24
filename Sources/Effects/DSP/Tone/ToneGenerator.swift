/// What a tone generator plays.
public enum ToneWave: Int, Sendable {
  case sine, square, saw, white, pink, sweep, impulses

  /// The ratio of the peak to the effective value. That of pink noise is typical; impulses have only a peak.
  var crest: Double {
    switch self {
    case .sine, .sweep: 1.4142135623730951
    case .square, .impulses: 1
    case .saw, .white: 1.7320508075688772
    case .pink: 4
    }
  }

  /// The peak of the computed wave. The pink noise has the effective value of the white one.
  var peak: Double { self == .pink ? 4 / 1.7320508075688772 : 1 }
}

/// The settings of a tone generator.
public struct ToneSettings: Sendable {
  public var wave: ToneWave
  /// Hertz, limited to 0.49 of the sample rate.
  public var frequency: Double
  /// dBFS. A sine of full scale has a peak of 0 dBFS and an effective value of -3.01 dBFS.
  public var level: Double
  /// Whether `level` is that of the effective value, and not of the peak.
  public var isEffective: Bool
  public var isOn: Bool
  /// The time of a fade-in or fade-out, in seconds.
  public var fade: Double
  /// The time of a sweep, in seconds.
  public var sweepTime: Double

  public init(
    wave: ToneWave, frequency: Double, level: Double, isEffective: Bool, isOn: Bool, fade: Double, sweepTime: Double
  ) {
    (self.wave, self.frequency, self.level, self.isEffective) = (wave, frequency, level, isEffective)
    (self.isOn, self.fade, self.sweepTime) = (isOn, fade, sweepTime)
  }

  /// What multiplies the computed wave.
  var gain: Double { amplitude(decibels: level) * (isEffective ? wave.crest : 1) / wave.peak }

  /// The frequency that is possible at a sample rate, both in hertz.
  func frequency(rate: Double) -> Double { min(frequency, 0.49 * rate) }
}

/// A generator of test signals with one channel. Its phase is continuous, and it starts and ends without clicks.
///
/// Another wave begins when the fade-out of the present one has ended.
public struct ToneGenerator {
  private let rate: Double
  private var settings = ToneSettings(
    wave: .sine, frequency: 1000, level: -20, isEffective: false, isOn: false, fade: 0.01, sweepTime: 10)
  /// In hertz.
  private var frequency: SmoothedValue
  private var gain: SmoothedValue
  private var phase = Phase()
  /// Whether the phase has passed 0 in the last step: an impulse is due.
  private var hasPassedZero = true
  private var noise: NoiseSource
  private var sweep: LogSweep
  private var fade = ToneFade()
  /// The wave that plays, and whether it begins anew after its fade-out.
  private var wave = ToneWave.sine
  private var restarts = false

  /// - Parameter rate: sample rate in hertz.
  public init(rate: Double) {
    self.rate = rate
    frequency = SmoothedValue(1000, rate: rate)
    gain = SmoothedValue(0, rate: rate)
    noise = NoiseSource(rate: rate)
    sweep = LogSweep(rate: rate)
  }

  /// Begins anew with the present settings.
  public mutating func reset() {
    phase = Phase()
    noise.reset()
    restarts = true
    frequency.setTarget(frequency.target, immediately: true)
    gain.setTarget(gain.target, immediately: true)
    fade.reset()
  }

  /// - Parameter jumps: whether the frequency does not glide, as for a note.
  public mutating func setTarget(_ settings: ToneSettings, jumps: Bool) {
    self.settings = settings
    let isSilent = fade.isSilent
    frequency.setTarget(settings.frequency(rate: rate), immediately: jumps || isSilent)
    gain.setTarget(settings.gain, immediately: isSilent)
  }

  /// Begins the sweep anew.
  public mutating func restart() { restarts = true }

  public mutating func process(_ output: UnsafeMutablePointer<Float>, frames: Int) {
    var start = 0
    while start < frames {
      let count = min(frames - start, prepare())
      if fade.isSilent {
        for frame in start..<start + count { output[frame] = 0 }
      } else {
        play(output + start, count)
      }
      start += count
    }
  }

  /// Begins fades and waves that are due at the present frame.
  ///
  /// - Returns: the number of frames until the next look.
  private mutating func prepare() -> Int {
    if fade.isSilent && (wave != settings.wave || restarts) { begin() }
    // A sweep is at its full level at least in its middle.
    let longest = wave == .sweep ? sweep.length / 2 : .max
    let length = max(1, min(Int(settings.fade * rate), longest))
    let untilEnd = wave == .sweep ? sweep.framesLeft - length : .max
    fade.move(isOn: settings.isOn && wave == settings.wave && !restarts && untilEnd > 0, length: length)
    let untilFade = fade.remaining > 0 ? fade.remaining : .max
    return min(min(untilFade, untilEnd > 0 ? untilEnd : .max), 64)
  }

  private mutating func begin() {
    wave = settings.wave
    restarts = false
    // The impulses are in the middle of a step, so that no rounding moves them by a frame.
    phase = Phase(turns: wave == .impulses ? Phase.step(frequency.target / rate) / 2 : 0)
    hasPassedZero = true
    gain.setTarget(gain.target, immediately: true)
    if wave == .sweep { sweep.restart(seconds: settings.sweepTime) }
  }

  private mutating func play(_ output: UnsafeMutablePointer<Float>, _ count: Int) {
    var frame = 0
    while frame < count {
      let length = min(min(count - frame, 8), min(frequency.prepare(), gain.prepare()))
      let values = wave == .square || wave == .saw ? harmonics(length) : singleValues(length)
      for index in 0..<length { output[frame + index] = Float(values[index] * gain.nextInLine() * fade.next()) }
      frame += length
    }
  }

  /// Up to eight frames of a square or a saw.
  private mutating func harmonics(_ count: Int) -> SIMD8<Double> {
    let ratio = max(frequency.lineStart, HarmonicSum.lowest) / rate
    var (sines, cosines) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for index in 0..<count {
      (sines[index], cosines[index]) = phase.sineCosine
      phase.advance(Phase.step(max(frequency.nextInLine(), HarmonicSum.lowest) / rate))
    }
    return HarmonicSum(isSquare: wave == .square)(sines, cosines, ratio: ratio)
  }

  /// Up to eight frames of another wave.
  private mutating func singleValues(_ count: Int) -> SIMD8<Double> {
    var values = SIMD8<Double>.zero
    for index in 0..<count {
      let hertz = frequency.nextInLine()
      switch wave {
      case .white: values[index] = noise.white()
      case .pink: values[index] = noise.pink()
      case .impulses:
        values[index] = hasPassedZero ? 1 : 0
        let before = phase.turns
        phase.advance(Phase.step(hertz / rate))
        hasPassedZero = phase.turns < before
      default:
        values[index] = phase.sineCosine.sine
        phase.advance(Phase.step(wave == .sweep ? sweep.next() : hertz / rate))
      }
    }
    return values
  }
}
