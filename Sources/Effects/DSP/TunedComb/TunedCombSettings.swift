/// The settings of a tuned comb that move smoothly.
public struct TunedCombSettings: Sendable {
  /// Seconds in which a note falls by 60 dB.
  public var decay: Double
  /// The upper corner of the bandpass in the loop, in hertz.
  public var damping: Double
  /// What is added to the note, in cents.
  public var cents: Double
  /// The frequency of note 69, in hertz.
  public var a4: Double
  /// The distance of the right channel from the left one, in cents.
  public var spread: Double
  /// Per cent of the ringing in the output.
  public var mix: Double
  /// The gain of the output, in decibels.
  public var gain: Double

  public init(
    decay: Double, damping: Double, cents: Double, a4: Double, spread: Double, mix: Double, gain: Double
  ) {
    (self.decay, self.damping, self.cents, self.a4) = (decay, damping, cents, a4)
    (self.spread, self.mix, self.gain) = (spread, mix, gain)
  }

  /// The gains of the input and of the ringing in the output.
  public var gains: (dry: Double, wet: Double) {
    let level = amplitude(decibels: gain)
    return (level * (1 - mix / 100), level * mix / 100)
  }

  /// The frequency of a pitch in hertz.
  ///
  /// - Parameter pitch: semitones; 69 is A4.
  public func frequency(of pitch: Double) -> Double { EqualTemperament.frequency(of: pitch + cents / 100, a4: a4) }
}

/// The settings in the form that the loop needs: numbers that can move in straight lines.
struct TunedCombValues {
  var decay: TunedLoop.Decay
  /// What is added to the pitch, and the distance of each channel from the middle, in semitones.
  var offset, spread: Double
  /// In hertz.
  var a4: Double
  var dry, wet: Double

  init(_ settings: TunedCombSettings, rate: Double) {
    decay = TunedLoop.Decay(seconds: settings.decay, damping: settings.damping, sampleRate: rate)
    (offset, spread, a4) = (settings.cents / 100, settings.spread / 200, settings.a4)
    (dry, wet) = settings.gains
  }

  @inline(__always)
  var vector: SIMD8<Double> { SIMD8(decay.rate, decay.width, offset, spread, a4, dry, wet, 0) }

  @inline(__always)
  init(_ vector: SIMD8<Double>) {
    decay = TunedLoop.Decay(rate: vector[0], width: vector[1])
    (offset, spread, a4, dry, wet) = (vector[2], vector[3], vector[4], vector[5], vector[6])
  }

  /// The frequency of a pitch, in hertz.
  func frequency(_ pitch: Double) -> Double { EqualTemperament.frequency(of: pitch + offset, a4: a4) }
}
